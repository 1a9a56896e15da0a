/** What `npm test` runs. Arguments are passed on: `npm test -- test/database/embedded.test.ts --test-name-pattern crash`. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `The tests need Node 24, this is ${process.version}. "npm ci" installs it in node_modules; start the tests with "npm test".`,
  )
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const isFile = (word: string) => word.endsWith('.ts')
const named = words.filter(isFile)
const files =
  named.length > 0 ? named : globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { cwd: root })
const options = [
  '--test',
  '--test-global-setup=test/global-setup.ts',
  `--test-concurrency=${availableParallelism()}`,
  ...words.filter((word) => !isFile(word)),
]

const { status } = spawnSync(process.execPath, [...options, ...files.sort()], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
