/** The drawing in docs/architecture.md, as a test. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { resources } from '../../src/resources/all.ts'

const SRC = join(import.meta.dirname, '..', '..', 'src')

/** From top to bottom. A room imports from itself and from the storeys below, not from its neighbours. */
const STOREYS = [
  ['main'],
  ['commands'],
  ['workers'],
  ['service'],
  ['http'],
  ['schedule-import'],
  [
    'accounts',
    'effects',
    'archive',
    'webhooks',
    'ticketing',
    'backup',
    'demo',
    'compatibility',
    'pages',
    'mailing',
  ],
  ['schedule'],
  ['jsonapi'],
  ['people'],
  ['files', 'payments'],
  ['tasks'],
  ['web'],
  ['access'],
  ['mail'],
  ['database'],
  ['resources', 'errors', 'config', 'system'],
]
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const roomOf = (file: string) => file.split(/[/.]/)[0]!
const storeyOf = (room: string) => STOREYS.findIndex((rooms) => rooms.includes(room))
const files = globSync('**/*.ts', { cwd: SRC }).map((name) => {
  const text = readFileSync(join(SRC, name), 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(([, path]) => relative(SRC, join(SRC, dirname(name), path!)))
  return { name, text, imports, lines: text.split('\n').length - 1 }
})

test('docs/architecture.md shows this drawing', () => {
  const page = readFileSync(join(SRC, '..', 'docs', 'architecture.md'), 'utf8')
  const [, drawing] = /^```\n(main\n[\s\S]*?)^```$/m.exec(page)!

  const lines = drawing!.split('\n').filter((line) => /\w/.test(line))
  assert.deepEqual(
    lines.map((line) => line.split(/\s+/)),
    STOREYS,
  )
})

test('every file of src/ stands in a room of the drawing', () => {
  const homeless = files.filter(({ name }) => storeyOf(roomOf(name)) === -1)

  assert.deepEqual(
    homeless.map(({ name }) => name),
    [],
  )
})

test('imports lead down or stay in the room', () => {
  const wrong = files.flatMap(({ name, imports }) =>
    imports
      .filter((path) => roomOf(path) !== roomOf(name) && storeyOf(roomOf(path)) <= storeyOf(roomOf(name)))
      .map((path) => `${name} imports ${path}`),
  )

  assert.deepEqual(wrong, [])
})

test('imports lead in no circle, types included', () => {
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports]))
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' → '))
    if (done.has(name) || path.includes(name)) return
    for (const next of importsOf.get(name) ?? []) follow(next, [...path, name])
    done.add(name)
  }
  for (const { name } of files) follow(name, [])

  assert.deepEqual(circles, [])
})

/** The two tables that can be exported are named by the requests of an older client. */
const TABLES = ['archive/export-files.ts', 'archive/settings.ts']

test('the archive knows no kind of record by name but the event', () => {
  const kinds = resources.filter(({ type, archive }) => archive && type !== 'event')
  const names = new Set(kinds.flatMap(({ type, table, archive }) => [type, table, archive!.file]))

  const named = files
    .filter(({ name }) => roomOf(name) === 'archive' && !TABLES.includes(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/'([\w-]+)'/g)].flatMap(([, word]) => (names.has(word!) ? `${name}: ${word}` : [])),
    )

  assert.deepEqual(named, [])
})

test('no file of src/ has more than 250 lines', () => {
  const long = files.filter(({ lines }) => lines > 250)

  assert.deepEqual(
    long.map(({ name }) => name),
    [],
  )
})

test('decisions are numbered one after the other, in their names and titles', () => {
  const files = globSync('*.md', { cwd: join(SRC, '..', 'docs', 'decisions') }).sort()
  const numbers = files.map((file) => {
    const [, title] = /^# (\d+)\. /.exec(readFileSync(join(SRC, '..', 'docs', 'decisions', file), 'utf8'))!
    return [Number(file.slice(0, 4)), Number(title)]
  })

  assert.deepEqual(
    numbers,
    files.map((_, place) => [place + 1, place + 1]),
  )
})
