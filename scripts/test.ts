/**
 * What `npm test` and `npm run test:watch` run:
 * `npm test -- test/database/embedded.test.ts --test-name-pattern crash`.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { dot, spec, tap } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { loads } from './imports.ts'

const ROOT = join(import.meta.dirname, '..')
const ALL = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']
/** A file that loads this needs databases. */
const DATABASES = join(ROOT, 'test/support/fresh-database.ts')
/** These files take 20 seconds and more. They start first, so that no core is idle at the end. */
const SLOW = [
  'test/workers/task-process.test.ts',
  'test/tasks/killed-workers.test.ts',
  'test/archive/archive-memory.test.ts',
  'test/commands/stopped-service.test.ts',
  'test/service/topology.test.ts',
  'test/project/soak.test.ts',
]
const REPORTERS = new Map(Object.entries({ dot, spec, tap }))

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        watch: { type: 'boolean', default: false },
        'test-name-pattern': { type: 'string', multiple: true },
        'test-reporter': { type: 'string', default: 'spec' },
      },
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const [major] = process.versions.node.split('.')
if (Number(major) < 24)
  refuse(
    `The tests need Node 24, this is ${process.version}. "npm ci" installs it in node_modules; start the tests with "npm test".`,
  )
const { values: flags, positionals: named } = readArguments()
const found = (named.length > 0 ? named : ALL).flatMap((pattern) => {
  const paths = globSync(pattern, { cwd: ROOT })
  return paths.length > 0 ? paths : refuse(`There is no test file ${pattern}.`)
})
const unknown = SLOW.filter((file) => named.length === 0 && !found.includes(file))
if (unknown.length > 0)
  refuse(`scripts/test.ts lists a test file that does not exist: ${unknown.join(', ')}.`)
const ordered = [...SLOW.filter((file) => found.includes(file)), ...found.sort()]
const files = [...new Set(ordered)].map((file) => resolve(ROOT, file))
const reporter = REPORTERS.get(flags['test-reporter'])
if (!reporter)
  refuse(`There is no reporter ${flags['test-reporter']}. Use one of ${[...REPORTERS.keys()].join(', ')}.`)
// What the pages are tested with.
spawnSync(process.execPath, ['packages/web/build.ts'], { cwd: ROOT, stdio: 'inherit' })
// Every test file and every program that it starts load the same modules.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled')

run({
  files,
  cwd: ROOT,
  watch: flags.watch,
  // One more than there are cores: some tests wait for a time-out, and others work meanwhile.
  concurrency: availableParallelism() + 1,
  ...(flags['test-name-pattern'] && { testNamePatterns: flags['test-name-pattern'] }),
  ...(loads(files, DATABASES) && { globalSetupPath: join(ROOT, 'test/global-setup.ts') }),
})
  .on('test:fail', ({ todo }) => {
    if (!todo) process.exitCode = 1
  })
  .compose(reporter)
  .pipe(process.stdout)
