import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { COMMANDS } from '../../src/commands/all.ts'
import { commandHelp, docsTable, groupHelp, usage } from '../../src/commands/help.ts'
import { runCommandLine } from '../../src/commands/run.ts'
import { inherited } from '../../tools/inherited.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

interface Ended {
  code: number
  out: string
  errors: string
}

function run(words: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], { env: { ...inherited, ...env } }, (error, out, errors) =>
      resolve({ code: Number(error?.code ?? 0), out, errors }),
    )
  })
}

test('the command without a word, and with help, says how it is used', async () => {
  const ends = await Promise.all([run([]), run(['help']), run(['--help'])])

  for (const { code, out, errors } of ends) {
    assert.deepEqual([code, out, errors], [0, `${usage(COMMANDS)}\n`, ''])
  }
})

/** Words that make no command, and what is said of them. */
const MISUSES: [string, string, string][] = [
  ['dance', 'Unknown command "dance".', 'help'],
  ['evnet list', 'Unknown command "evnet". Did you mean "event"?', 'help'],
  ['event', '"plenum event" needs a subcommand.', 'help event'],
  ['event lits', 'Unknown command "event lits". Did you mean "event list"?', 'help event'],
  ['serve dance', '"plenum serve" does not accept the argument "dance".', 'help serve'],
  ['serve --json', 'Unknown option --json.', 'help serve'],
  ['event export', '"plenum event export" needs <event>.', 'help event export'],
  ['event list --serach x', 'Unknown option --serach. Did you mean "--search"?', 'help event list'],
  ['event list --search', '--search needs a value: --search TEXT', 'help event list'],
  ['event list --search --json', '--search needs a value: --search TEXT', 'help event list'],
  ['event list --json=1', '--json does not take a value.', 'help event list'],
  ['event list --limit 0', '--limit must be a whole number from 1 to 10000, not "0".', 'help event list'],
  [
    'task list --state late',
    '--state must be one of waiting, running, done, failed, not "late".',
    'help task list',
  ],
  ['event import a.zip', '--owner is required: the account that will own the event.', 'help event import'],
  [
    'event export 1 --out - --json',
    '--json and --out - both use standard output. Choose one.',
    'help event export',
  ],
]

test('words that make no command end with the code 2, what is wrong with them, and where to read on', async () => {
  for (const [words, fault, about] of MISUSES) {
    let errors = ''
    const code = await captured(words.split(' '), (text) => {
      errors += text
    })
    assert.deepEqual([code, errors], [2, `${fault}\nRun "plenum ${about}" for usage.\n`], words)
  }
})

test('each command and each group explains itself, however it is asked', async () => {
  for (const command of COMMANDS) {
    const [group, own] = command.name.split(' ')
    for (const words of [`help ${command.name}`, `${command.name} --help`, `${command.name} -h`]) {
      assert.equal(await said(words), `${commandHelp(command)}\n`)
    }
    if (own) assert.equal(await said(`${group} --help`), `${groupHelp(COMMANDS, group!)}\n`)
  }
  assert.match(await said('--version'), /^\d+\.\d+\.\d+\n$/)
})

/** Prints the address of every file that Node loads, before it is run. */
const TELL_LOADS = `import { registerHooks } from 'node:module'
import { writeSync } from 'node:fs'
registerHooks({
  load(url, context, next) {
    if (!url.startsWith('node:')) writeSync(2, url + '\\n')
    return next(url, context)
  },
})`

/** The files that the words load, by their place in the checkout. */
async function loadedBy(words: string[]): Promise<string[]> {
  const { errors } = await run(words, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(TELL_LOADS)}`,
  })
  const root = pathToFileURL(`${join(import.meta.dirname, '..', '..')}/`).href
  const urls = errors.split('\n').filter((line) => line.startsWith('file:'))
  return urls.map((url) => url.replace(root, ''))
}

test('the version and all help load the declared commands, and nothing of what they need to run', async () => {
  const questions = [
    ['--version'],
    ['--help'],
    [],
    ['help', 'serve'],
    ['event', 'export', '--help'],
    ['dance'],
  ]
  const needed = /^(package\.json|src\/main\.ts|src\/commands\/(declared\/)?[\w-]+\.ts)$/

  const loads = await Promise.all(questions.map(loadedBy))

  for (const [index, files] of loads.entries()) {
    const others = files.filter((file) => !needed.test(file))
    assert.ok(files.includes('src/commands/declared/service.ts'), files.join('\n'))
    assert.deepEqual(others, [], questions[index]!.join(' '))
  }
  const more = await loadedBy(['health'])
  assert.ok(more.includes('src/config.ts') && more.includes('src/commands/health.ts'), more.join('\n'))
})

test('the page about the commands has the table of all of them', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'commands.md'), 'utf8')

  assert.ok(page.includes(docsTable(COMMANDS)), `docs/commands.md should hold:\n${docsTable(COMMANDS)}`)
})

/** Runs the words in this process, where that is quicker, and hands over what goes to standard error. */
async function captured(words: string[], hear: (text: string) => void): Promise<number> {
  const original = console.error
  console.error = (text: string) => hear(`${text}\n`)
  try {
    return await runCommandLine(COMMANDS, words, {})
  } finally {
    console.error = original
  }
}

async function said(words: string): Promise<string> {
  const original = console.log
  let heard = ''
  console.log = (text: string) => {
    heard += `${text}\n`
  }
  try {
    assert.equal(await runCommandLine(COMMANDS, words.split(' '), {}), 0)
    return heard
  } finally {
    console.log = original
  }
}

test('a wrong configuration stops the start with all that is wrong and no stack', async () => {
  const ended = await run(['serve'], { PORT: 'x', SECRET: 'short' })

  assert.deepEqual(ended, {
    code: 1,
    out: '',
    errors: `The configuration is not valid:
  PORT must be a whole number from 0 to 65535, not "x".
  SECRET must be at least 32 characters long.
`,
  })
})
