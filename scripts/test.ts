/**
 * What `npm test` and `npm run test:watch` run. Arguments are passed on:
 * `npm test -- test/database/embedded.test.ts --test-name-pattern crash`.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { loads } from './imports.ts'

const ROOT = join(import.meta.dirname, '..')
const ALL = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']
/** Whoever loads this asks for databases. */
const DATABASES = join(ROOT, 'test/support/fresh-database.ts')

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const [major] = process.versions.node.split('.')
if (Number(major) < 24)
  refuse(
    `The tests need Node 24, this is ${process.version}. "npm ci" installs it in node_modules; start the tests with "npm test".`,
  )
const words = process.argv.slice(2)
const isFile = (word: string) => word.endsWith('.ts')
const named = words.filter(isFile)
const files = (named.length > 0 ? named : ALL).flatMap((pattern) => {
  const found = globSync(pattern, { cwd: ROOT })
  return found.length > 0 ? found : refuse(`There is no test file ${pattern}.`)
})
const needsServer = loads(
  files.map((file) => resolve(ROOT, file)),
  DATABASES,
)
const options = [
  '--test',
  ...(needsServer ? ['--test-global-setup=test/global-setup.ts'] : []),
  // One more than there are cores: some tests wait for a time-out, and others work meanwhile.
  `--test-concurrency=${availableParallelism() + 1}`,
  ...words.filter((word) => !isFile(word)),
]
// Every test file and every program that it starts load the same modules.
const env = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'), ...process.env }

const { status } = spawnSync(process.execPath, [...options, ...files.sort()], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)
