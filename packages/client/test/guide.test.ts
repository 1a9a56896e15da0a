/** The guide, the package that is made of the source, and what the source may use. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startServed } from './support/served.ts'

const CLIENT = join(import.meta.dirname, '..')
const ROOT = join(CLIENT, '../..')
const PACK = 'npm pack -w packages/client'
/** Packing runs it. */
const BUILD = 'npm run build -w packages/client'
const run = promisify(execFile)
const guide = readFileSync(join(CLIENT, 'README.md'), 'utf8')
const service = await startServed()

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
