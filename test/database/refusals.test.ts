/** The constraints of the migrated database, the rules of the declarations and what callers are told agree. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { makeRefusals } from '../../src/database/refusals.ts'
import { resources } from '../../src/resources/all.ts'
import { spell, toWire } from '../../src/resources/names.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'

/** Only the service itself writes what these are about, so a refusal is a defect of it. */
const DEFECTS = [
  'api_tokens_hash_unique',
  'discount_codes_event_level_has_no_marketer',
  'email_tokens_purpose_known',
  'email_tokens_token_unique',
  'event_image_sizes_one',
  'feed_tokens_hash_unique',
  'file_sweeps_one',
  'mail_subscriptions_token_unique',
  'role_invites_token_unique',
  'settings_one',
  'speaker_image_sizes_one',
  'speaker_invites_token_unique',
  'stored_files_storage_known',
  'tasks_lane_known',
]
const refusalOf = makeRefusals(resources)
const UNIQUE = '23505'
const CHECK = '23514'

interface Constraint {
  name: string
  table: string
  code: string
  columns: string[]
}

const rules = resources.flatMap(({ type, table, fields, rules = [] }) =>
  rules.map((rule) => ({ ...rule, type, table, names: Object.keys(fields) })),
)
const declared = resources.flatMap(({ table, fields, belongsTo = {}, refusals = {} }) =>
  Object.entries(refusals).map(([name, refusal]) => ({ name, table, fields, belongsTo, ...refusal })),
)

let database: FreshDatabase
let constraints: Constraint[]

before(async () => {
  database = await freshDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<Constraint>(`
    select k.conname as name, k.conrelid::regclass::text as table, '${CHECK}' as code,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey) order by 1) as columns
    from pg_constraint k where k.contype = 'c' and k.connamespace = 'public'::regnamespace
    union all
    select c.relname, i.indrelid::regclass::text, '${UNIQUE}', '{}'
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace`)
  constraints = rows
  await client.end()
})

after(() => database?.drop())

function told(code: string, constraint: string) {
  const error = new pg.DatabaseError('refused', 0, 'error')
  return refusalOf(Object.assign(error, { code, constraint }))
}

test('every check and every unique index has a sentence, unless only a defect can break it', () => {
  const untold = constraints.filter(({ code, name }) => !told(code, name)).map(({ name }) => name)

  assert.deepEqual(untold.sort(), DEFECTS)
})

test('what must be unique is a conflict, and what a check refuses cannot be processed', () => {
  const statuses = constraints.flatMap(({ code, name }) => {
    const status = told(code, name)?.status
    return status ? [`${code} ${status}`] : []
  })

  assert.deepEqual([...new Set(statuses)].sort(), [`${UNIQUE} 409`, `${CHECK} 422`])
})

test('every rule names the check of its table over the same fields', () => {
  const named = Map.groupBy(
    rules.filter(({ constraint }) => constraint),
    ({ constraint }) => constraint,
  )
  const expected = [...named].map(([name, [first, ...more]]) => ({
    name,
    table: first!.table,
    columns: [...new Set([first!, ...more].flatMap(({ fields }) => fields))].sort(),
  }))

  assert.deepEqual(
    expected.map(({ name }) => {
      const { table, columns } = constraints.find((one) => one.name === name) ?? {}
      return { name, table, columns }
    }),
    expected,
  )
})

test('a rule without a check is one that the database cannot keep: of requests, of today, or that imports may break', () => {
  assert.deepEqual(
    rules.filter(({ constraint }) => !constraint).map(({ type, message }) => [type, message]),
    [
      ['event', 'a published event may last at most 20 days'],
      ['api-token', '{expires_at} must be in the future'],
      ['ticket', '{price} must be greater than 0 for a paid ticket'],
      ['ticket', '{min_price} must not be above {max_price}'],
      ['event-copyright', '{year} must not be in the future'],
      ['mail-template', '{subject} must have no placeholder that the occasion does not know'],
      ['mail-template', '{text} must have no placeholder that the occasion does not know'],
    ],
  )
})

test('every other declared refusal is of a constraint of its table and points to a field or a relationship', () => {
  const wrong = declared.filter(
    ({ name, table, at, fields, belongsTo }) =>
      !constraints.some((one) => one.name === name && one.table === table) ||
      !(at in fields || at in belongsTo),
  )

  assert.deepEqual(wrong, [])
})

test('a check is told with the words of all rules that name it', () => {
  const faults = (constraint: string) => told(CHECK, constraint)?.faults
  const named = Map.groupBy(rules, ({ constraint = '' }) => constraint)
  named.delete('')

  for (const [name, ofName] of named)
    assert.deepEqual(
      faults(name),
      ofName.map(({ at, message }) => ({
        detail: spell(message, toWire),
        source: { pointer: `/data/attributes/${toWire(at)}` },
      })),
    )
  assert.deepEqual(faults('tickets_sales_end_after_start'), [
    {
      detail: 'sales-ends-at must be after sales-starts-at',
      source: { pointer: '/data/attributes/sales-ends-at' },
    },
  ])
})

test('every message spells the names of its fields for its reader: with hyphens or with underscores', () => {
  for (const { type, message, fields, names } of rules) {
    const inBraces = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const [onWire, inArchives] = [spell(message, toWire), spell(message)]
    const twofold = names.filter((name) => name.includes('_'))
    const hyphens = twofold.filter((name) => inArchives.includes(toWire(name)))

    assert.deepEqual([type, inBraces.filter((name) => !fields.includes(name))], [type, []])
    assert.deepEqual([onWire, onWire.match(/[_{}]/)], [onWire, null])
    assert.deepEqual([inArchives, hyphens, inArchives.match(/[{}]/)], [inArchives, [], null])
  }
})
