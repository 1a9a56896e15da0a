/** The tour, run as a reader would run it, and the commands and links of all documents. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { COMMANDS } from '../../src/commands/all.ts'
import { startOfProcess } from '../../src/system/processes.ts'
import { inherited } from '../../tools/inherited.ts'
import type { Json } from '../support/service.ts'
import { postmasterOf } from '../support/spawn-service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ADDRESS = '127.0.0.1:8080'
const MAIN_COMMANDS = ['npm ci && npm start', 'npm ci && npm test']
/** What the tour starts. */
const START = 'npm start'
const PAGES = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: ROOT })
/** They run what they name of the commands of their package. */
const PACKAGE_TESTS = globSync('packages/*/test/*.test.ts', { cwd: ROOT }).map(textOf).join()

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

interface Block {
  language: string
  text: string
}

function blocksOf(page: string): Block[] {
  const found = textOf(page).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)
  return [...found].map(([, language, text]) => ({ language: language!, text: text!.trim() }))
}

/** The commands of the tour with the answer that is shown for each. */
const tour = blocksOf('docs/tour.md').flatMap(({ language, text }, place, all) =>
  language === 'sh tour' ? [{ commands: text, shown: JSON.parse(all[place + 1]!.text) }] : [],
)

interface Running {
  printed(): string
  address: string
  stop(): Promise<number | null>
}

/** What `npm start` runs, in a folder of its own and on a free port. */
async function start(dataDir: string): Promise<Running> {
  const [exec, node, ...words] = JSON.parse(textOf('package.json')).scripts.start.split(' ')
  assert.deepEqual([exec, node], ['exec', 'node'])
  const env = { ...inherited, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let printed = ''
  const served = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const address = /Plenum serves http:\/\/(\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
  })
  const address = await Promise.race([served, ended.then(() => assert.fail(`It ended: ${printed}`))])
  let isStopped = false
  const stop = async () => {
    if (!isStopped) child.kill('SIGINT')
    isStopped = true
    return (await ended)[0] as number | null
  }
  return { printed: () => printed, address, stop }
}

/** Runs all blocks in one shell and answers what each printed. */
async function runTour(address: string, folder: string): Promise<string[]> {
  const separator = '--- next ---'
  const script = tour.map(({ commands }) => commands).join(`\necho; echo '${separator}'\n`)
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', script.replaceAll(ADDRESS, address)],
    { cwd: folder },
  )
  return stdout.split(separator)
}

/** Only what is shown: the tour leaves members out. */
function shorten(real: Json, shown: Json): Json {
  if (Array.isArray(shown)) return real.map((one: Json, place: number) => shorten(one, shown[place] ?? one))
  if (typeof shown !== 'object' || shown === null) return real
  return Object.fromEntries(Object.keys(shown).map((name) => [name, shorten(real?.[name], shown[name])]))
}

/** Without what differs from run to run. */
function settle(value: Json): Json {
  const text = JSON.stringify(value)
    .replace(/"identifier":"[0-9a-f]{8}"/g, '"identifier":"…"')
    .replace(/"task_url":"\/v1\/tasks\/[0-9a-f-]{36}"/g, '"task_url":"…"')
    .replace(
      /"download_url":"http:[^"]+\/v1\/events\/1\/exports\/[\w.-]+\/event1\.zip"/g,
      '"download_url":"…"',
    )
    .replace(/"access_token":"[\w-]+\.[\w-]+\.[\w-]+"/g, '"access_token":"…"')
  return JSON.parse(text)
}

test('the tour returns what it shows, and the service stops with its database', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'plenum readme-'))
  t.after(() => rm(root, { recursive: true }))
  await chmod(root, 0o755)
  const dataDir = join(root, 'data')
  const service = await start(dataDir)
  const postmaster = await postmasterOf(join(dataDir, 'postgres'))

  const answers = await runTour(service.address, root).finally(service.stop)

  assert.match(
    service.printed(),
    /administrator: admin@example\.org\nPassword \(shown only once\): [\w-]{16}\n/,
  )
  assert.deepEqual(
    answers.map((answer, place) => settle(shorten(JSON.parse(answer), tour[place]!.shown))),
    tour.map(({ shown }) => settle(shown)),
  )
  assert.equal(tour.length, 9)
  assert.equal(await service.stop(), 0)
  assert.equal(await startOfProcess(postmaster), undefined)
})

/** Containers, systemd and psql are not there where the tests run; test/project/deploy.test.ts looks at the files that these use. */
const NOT_HERE = [
  'PGPASSWORD=$(cat data/postgres/password) psql --host="$(sed -n 5p data/postgres/data/postmaster.pid)" --username=plenum plenum',
  'useradd --system --home-dir /opt/plenum --shell /usr/sbin/nologin plenum',
  'git clone <address of this repository> /opt/plenum && cd /opt/plenum && npm ci && npm prune --omit=dev',
  'cp deploy/plenum.service /etc/systemd/system/',
  'systemctl daemon-reload && systemctl enable --now plenum',
  'journalctl --unit=plenum    # also shows the password of the first administrator, once',
  'docker compose up --build --detach --wait',
  'docker compose up --detach --scale api=4 --scale worker=3',
  'docker compose logs api',
]

/** Whether a test names the file that the script of package.json runs. */
function isRunByTest(script: string): boolean {
  const [, file] =
    /^exec node ((?:scripts|soak|bench)\/\S+)/.exec(
      JSON.parse(textOf('package.json')).scripts[script] ?? '',
    ) ?? []
  return (
    file !== undefined &&
    globSync('test/**/*.test.ts', { cwd: ROOT }).some((test) => textOf(test).includes(file))
  )
}

test('every other command in the documents is one of the two main ones or is run before a change lands', () => {
  const checked = new Set([...MAIN_COMMANDS, START, ...NOT_HERE, ...textOf('.ci/run').split('\n'), '.ci/run'])
  const isRun = (command: string) => {
    const [, file] = /^npm test -- (test\/\S+)$/.exec(command) ?? []
    const [, script] = /^npm run ([\w:]+)/.exec(command) ?? []
    const [isPlenum, words] = /^npx plenum(?: (.+))?$/.exec(command) ?? []
    // Each command has tests that run the program.
    if (isPlenum)
      return (
        [undefined, '--help'].includes(words) ||
        COMMANDS.some(({ name }) => `${words} `.startsWith(`${name} `))
      )
    if (/^npm .* -w packages\//.test(command)) return PACKAGE_TESTS.includes(`'${command}'`)
    if (script && !checked.has(command)) return isRunByTest(script)
    return file ? existsSync(join(ROOT, file)) : checked.has(command)
  }
  const commands = PAGES.flatMap((page) => [
    ...blocksOf(page)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n')),
    ...[...textOf(page).matchAll(/`((?:npm|npx|node|curl|git|psql|docker) [^`]+|\.ci\/run)`/g)].map(
      ([, word]) => word!,
    ),
  ])

  assert.deepEqual(
    commands.filter((command) => !isRun(command)),
    [],
  )
  assert.deepEqual(
    MAIN_COMMANDS.filter((command) => !commands.includes(command)),
    [],
  )
})

test('every link between the documents leads somewhere', () => {
  const broken = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, target]) => join(dirname(page), target!))
      .filter((target) => !existsSync(join(ROOT, target)))
      .map((target) => `${page}: ${target}`),
  )

  assert.deepEqual(broken, [])
})
