/** The guide, the package that is made of the source, and what the source may use. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ADMIN } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'
import { startReceiver } from '../../../tools/receiver.ts'
import { PlenumClient } from '../src/plenum-client.ts'
import { startServed } from './support/served.ts'

const CLIENT = join(import.meta.dirname, '..')
const ROOT = join(CLIENT, '../..')
const PACK = 'npm pack -w packages/client'
/** Packing runs it. */
const BUILD = 'npm run build -w packages/client'
const run = promisify(execFile)
const guide = readFileSync(join(CLIENT, 'README.md'), 'utf8')
const automation = readFileSync(join(ROOT, 'docs/automation.md'), 'utf8')
const receiver = await startReceiver()
const service = await startServed({ WEBHOOK_HTTP: 'true', FETCH_ALLOW: receiver.host })

/** A project of a user, in which the package is installed. */
const project = await mkdtemp(join(tmpdir(), 'plenum-guide-'))
after(() => rm(project, { recursive: true }))
const installed = join(project, 'node_modules/plenum-client')
await mkdir(installed, { recursive: true })
await symlink(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'))
const [npm, ...words] = PACK.split(' ')
await run(npm!, [...words, '--silent', '--pack-destination', project], { cwd: ROOT })
const [archive] = globSync('*.tgz', { cwd: project })
await run('tar', ['-xzf', archive!, '-C', installed, '--strip-components=1'], { cwd: project })

/** All examples as one program, and lines that tell what came of them. */
function program(): string {
  const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
  return [
    ...blocks.map((block) => block.replaceAll('http://127.0.0.1:8080', service.address)),
    'console.log(JSON.stringify({ me: me.email, later: (await later.me()).email, exists, notes }))',
    'console.log(JSON.stringify([tea.count, speakers.count]))',
  ].join('\n')
}

describe('the guide', () => {
  it('has examples that compile against the package and run', async () => {
    const file = join(project, 'program.mts')
    await writeFile(file, program())
    const options = ['--target', 'esnext', '--module', 'nodenext', '--strict', '--noEmit', '--types', 'node']
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, file], { cwd: project }).catch(({ stdout }) =>
      assert.fail(stdout),
    )
    const { stdout } = await run(process.execPath, [file], { cwd: project })
    const lines = stdout.trim().split('\n')
    const { notes, ...rest } = JSON.parse(lines.at(-2)!)

    assert.deepEqual(lines.slice(0, 5), ['Brewing 1', 'Tea Days', 'How to brew ', '1 1 undefined', 'WAITING'])
    assert.deepEqual(rest, { me: 'ada@example.org', later: 'ada@example.org', exists: false })
    assert.deepEqual(JSON.parse(lines.at(-1)!), [0, 0])
    assert.equal(await (await fetch(notes)).text(), 'Boil, pour, wait.')
    assert.deepEqual(lines.slice(-4, -2), [
      'title title must not be blank',
      'startsAt starts-at must be a date and time such as 2026-05-01T09:00:00Z',
    ])
  })

  it('names the commands that make the package', () => {
    const named = [...guide.matchAll(/`(npm [^`]+)`/g)].map(([, command]) => command)
    const { scripts } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'))

    assert.deepEqual(named, [BUILD, PACK])
    assert.equal(scripts.prepack, 'npm run build')
  })
})

describe('the examples of docs/automation.md', async () => {
  const scripts = [...automation.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)]
  for (const [, name, text] of scripts) await writeFile(join(project, name!), text!)
  const client = new PlenumClient(service.address)
  await client.logIn(ADMIN)
  const event = await client.events.create({
    name: 'Tea Days',
    startsAt: '2030-05-01T09:00:00Z',
    endsAt: '2030-05-03T18:00:00Z',
  })
  const envFor = async (scopes: string[]) => {
    const { token } = await client.apiTokens.create({ name: 'example', scopes, events: [event] })
    return { PATH: process.env.PATH!, PLENUM_URL: service.address, PLENUM_TOKEN: token!, EVENT: event.id }
  }
  const node = (name: string, env: Record<string, string>) =>
    run(process.execPath, [name], { cwd: project, env })

  it('are three', () => {
    assert.deepEqual(
      scripts.map(([, name]) => name),
      ['rebuild.mjs', 'sheet.mjs', 'conflicts.mjs'],
    )
  })

  it('build a site when a schedule is released, and only then', async () => {
    const { secret } = await client.webhooks.create({ event, url: receiver.url, events: ['*'] })
    const env = { PATH: process.env.PATH!, PORT: '0', SECRET: secret!, BUILD: 'echo "$VERSION" >> built.txt' }
    const site = spawn(process.execPath, ['rebuild.mjs'], { cwd: project, env })
    after(() => site.kill())
    const [line] = await once(site.stdout, 'data')
    const port = /\d+/.exec(String(line))![0]
    const statuses: number[] = []
    receiver.answer = async ({ headers, text }, response) => {
      const sent = { method: 'POST', headers, body: text }
      // The second time it is the same message; the third it is a forgery.
      for (const body of [text, text, text.replace('Tea', 'Bee')])
        statuses.push((await fetch(`http://127.0.0.1:${port}`, { ...sent, body })).status)
      response.writeHead(204).end()
    }
    await client.events.update(event, { description: 'Tea' })
    await client.scheduleReleases.create({ event, version: 'Tea 1' })
    const built = () => readFile(join(project, 'built.txt'), 'utf8').catch(() => '')
    await until(async () => statuses.length === 6 && (await built()) !== '')
    receiver.answer = (_received, response) => response.writeHead(204).end()

    assert.deepEqual(statuses.sort(), [204, 204, 204, 204, 400, 400])
    assert.equal(await built(), 'Tea 1\n')
  })

  it('write a spreadsheet of all sessions', async () => {
    await client.sessions.create({ event, title: 'A "cup" of tea' })
    const { stdout } = await node('sheet.mjs', await envFor(['session:read']))
    const sheet = await readFile(join(project, 'sessions.csv'), 'utf8')

    assert.equal(stdout, '1 sessions\n')
    assert.match(sheet, /^"Id","Title","Start","State"\r\n"\d+","A ""cup"" of tea","","draft"$/)
  })

  it('fail in CI while the schedule has conflicts', async () => {
    const env = await envFor(['schedule-conflict:read'])
    const good = await node('conflicts.mjs', env)
    await client.sessions.create({
      event,
      title: 'No room',
      state: 'accepted',
      startsAt: '2030-05-01T10:00:00Z',
      endsAt: '2030-05-01T11:00:00Z',
    })
    const bad = await node('conflicts.mjs', env).catch((error) => error)

    assert.equal(good.stdout, '')
    assert.equal(bad.code, 1)
    assert.match(bad.stdout, /^incomplete: /)
  })
})

describe('the package', () => {
  it('holds the compiled source and the guide, and depends on nothing', () => {
    const files = globSync('**/*.*', { cwd: installed })
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

    assert.deepEqual(files.filter((file) => !/^dist\/[\w-]+(\.d)?\.(js|ts)$/.test(file)).sort(), [
      'README.md',
      'package.json',
    ])
    assert.deepEqual(
      Object.values(manifest.exports['.']).map((path) => files.includes(String(path).slice(2))),
      [true, true],
    )
    assert.equal(manifest.dependencies, undefined)
  })

  it('uses nothing that browsers do not have', () => {
    const wrong = globSync('src/*.ts', { cwd: CLIENT }).filter((file) =>
      /\bfrom '(?!\.\/)|\b(Buffer|process|require|global)\b[.(]/.test(
        readFileSync(join(CLIENT, file), 'utf8'),
      ),
    )

    assert.deepEqual(wrong, [])
  })

  it('has no file of more than 250 lines, but for the generated one', () => {
    const long = globSync('src/*.ts', { cwd: CLIENT }).filter(
      (file) => readFileSync(join(CLIENT, file), 'utf8').split('\n').length > 251,
    )

    assert.deepEqual(long, ['src/schema.ts'])
  })
})
