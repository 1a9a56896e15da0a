/** The declarations and the migrated database state the same facts; here they are compared. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { RowOf } from '../../src/database/rows.ts'
import type { Effects } from '../../src/jsonapi/effects.ts'
import { resources } from '../../src/resources/all.ts'
import type { Field } from '../../src/resources/declare.ts'
import type { socialLink } from '../../src/resources/social-link.ts'
import type { user } from '../../src/resources/user.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'

const PRIVATE_COLUMNS: Record<string, string[]> = {
  users: ['password_hash'],
  events: ['search', 'words'],
  sessions: ['search', 'words'],
  speakers: ['search', 'words'],
  schedule_conflicts: ['session_ids'],
  role_invites: ['expires_at', 'sender_id', 'token_hash'],
  speaker_invites: ['expires_at', 'sender_id', 'token_hash'],
  mails: ['attempts', 'calendar', 'next_try_at', 'unsubscribe_token'],
  export_jobs: ['archive_key', 'removed_at', 'task_id'],
  import_jobs: ['task_id'],
  api_tokens: ['is_limited', 'token_hash'],
  feed_tokens: ['token_hash'],
  discount_codes: ['used'],
  payment_authorizations: ['sealed'],
  webhooks: ['former_sealed_secret', 'former_secret_ends_at', 'host', 'sealed_secret'],
  webhook_deliveries: ['document', 'next_attempt_at', 'record'],
}

interface Column {
  type: string
  isNotNull: boolean
  default: string | null
}

let database: FreshDatabase
let client: pg.Client
const columns = new Map<string, Column>()

before(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  const rows = await query(`
    select c.relname || '.' || a.attname as name, replace(format_type(a.atttypid, a.atttypmod),
      'timestamp with time zone', 'timestamptz') as type, a.attnotnull as is_not_null,
      case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`)
  for (const row of rows) {
    columns.set(row.name, { type: row.type, isNotNull: row.is_not_null, default: row.default })
  }
})

after(async () => {
  await client?.end()
  await database?.drop()
})

// biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns.
async function query(statement: string): Promise<any[]> {
  return (await client.query(statement)).rows
}

const isStored = (field: Field) => !field.transient && !field.expression

/** The same rule as `RowOf` follows, for a declaration at hand. */
function isNullable(field: Field): boolean {
  return field.nullable || !(field.required || field.default !== undefined || field.readOnly)
}

const storedFields = resources.flatMap(({ table, fields, view }) =>
  Object.entries(fields)
    .filter(([, field]) => isStored(field))
    .map(([name, field]) => ({ column: `${table}.${name}`, field, view })),
)
/** A view has no constraints. */
const keptFields = storedFields.filter(({ view }) => !view)
const references = resources
  .filter(({ view }) => !view)
  .flatMap(({ table, belongsTo = {} }) =>
    Object.entries(belongsTo).map(([name, rules]) => ({ column: `${table}.${name}_id`, ...rules })),
  )
const inverses = resources.flatMap(({ type, hasMany = {}, hasOne = {} }) =>
  Object.entries({ ...hasMany, ...hasOne }).map(([name, rules]) => ({
    name: `${type}.${name}`,
    type,
    rules,
  })),
)
const find = (type: string) => resources.find((resource) => resource.type === type)

test('types, paths and tables are declared once', () => {
  const names = resources.flatMap(({ type, path, aliases = [], table }) => [type, path, ...aliases, table])

  assert.deepEqual(
    names.filter((name, place) => names.indexOf(name) !== place),
    [],
  )
})

test('every relationship leads to a declared type', () => {
  assert.deepEqual(
    inverses.filter(({ rules }) => !find(rules.to)),
    [],
  )
})

test('every resource stands after all that it refers to', () => {
  const place = (type: string) => resources.findIndex((resource) => resource.type === type)
  const wrong = resources.flatMap(({ type, belongsTo = {} }) =>
    Object.values(belongsTo)
      .filter(({ to }) => place(to) === -1 || place(to) >= place(type))
      .map(({ to }) => `${type} stands before ${to}`),
  )

  assert.deepEqual(wrong, [])
})

test('every id and every field has a column of its kind', () => {
  const expected = [
    ...resources.map(({ table }) => [`${table}.id`, 'bigint']),
    ...storedFields.map(({ column, field }) => [column, field.kind.column]),
  ]

  assert.deepEqual(
    expected.map(([column]) => [column, columns.get(column!)?.type]),
    expected,
  )
})

test('a column refuses null when its field is required, has a default or is read-only, unless it is nullable', () => {
  const refuses = keptFields.map(({ column }) => [column, columns.get(column)?.isNotNull])

  assert.deepEqual(
    refuses,
    keptFields.map(({ column, field }) => [column, !isNullable(field)]),
  )
})

test('the default of a field is the default of its column', async () => {
  const withDefault = storedFields.filter(({ field }) => field.default !== undefined)
  const list = withDefault.map(({ column }) => `jsonb_build_array(${columns.get(column)?.default})`)
  const [{ defaults }] = await query(`select to_jsonb(array[${list.join(', ')}]) as defaults`)

  assert.deepEqual(
    withDefault.map(({ column }, place) => [column, defaults[place][0]]),
    withDefault.map(({ column, field }) => [column, field.default]),
  )
})

test('the words of a choice are checked by the database', async () => {
  const checks = await query(`
    select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c'`)
  const wordsOf = new Map(
    checks.map(({ name, rule }) => [name, [...rule.matchAll(/'([^']*)'::text/g)].map(([, word]) => word)]),
  )
  const choices = keptFields
    .filter(({ field }) => field.kind.name === 'choice')
    .map(({ column, field }) => ({
      name: `${column.replace('.', '_')}_known`,
      words: field.kind.schema.enum,
    }))

  assert.deepEqual(
    choices.map(({ name }) => [name, wordsOf.get(name)]),
    choices.map(({ name, words }) => [name, words]),
  )
})

test('every reference has a foreign key to its target and refuses null exactly when it is required', async () => {
  const keys = await query(`
    select k.conrelid::regclass || '.' || a.attname as name, k.confrelid::regclass::text as target
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1`)
  const targets = new Map(keys.map(({ name, target }) => [name, target]))

  assert.deepEqual(
    references.map(({ column }) => ({ column, ...columns.get(column), target: targets.get(column) })),
    references.map(({ column, to, required = false }) => {
      return { column, type: 'bigint', isNotNull: required, default: null, target: find(to)?.table }
    }),
  )
})

test('every foreign key has an index over all rows that starts with it', async () => {
  const bare = await query(`
    select k.conname from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indpred is null)`)

  assert.deepEqual(bare, [])
})

test('the second key of a record is unique', async () => {
  const unique = await query(`
    select i.indrelid::regclass || '.' || a.attname as name
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indnkeyatts = 1 and i.indpred is null`)
  const names = unique.map(({ name }) => name)
  const keys = resources.flatMap(({ table, key }) => (key ? [`${table}.${key}`] : []))

  assert.equal(
    keys.find((key) => !names.includes(key)),
    undefined,
  )
})

test('every relationship without a table of links names the one that points back', () => {
  const wrong = inverses
    .filter(({ rules }) => !rules.through)
    .filter(({ type, rules }) => find(rules.to)?.belongsTo?.[rules.by ?? '']?.to !== type)
    .map(({ name }) => name)

  assert.deepEqual(wrong, [])
})

test('every table of links has both columns, and its condition can be asked', async () => {
  const through = inverses.flatMap(({ rules }) => rules.through ?? [])

  for (const { table, own, other, where = 'true' } of through) {
    await query(`select l.${own}, l.${other} from ${table} l where ${where}`)
    assert.deepEqual(
      [own, other].map((name) => columns.get(`${table}.${name}`)?.type),
      ['bigint', 'bigint'],
    )
  }
})

test('every computed field can be read and has the type of its kind', async () => {
  const computed = resources.flatMap(({ table, fields }) =>
    Object.values(fields).flatMap(({ expression, kind }) =>
      expression ? [{ table, expression, kind }] : [],
    ),
  )

  for (const { table, expression, kind } of computed) {
    const [row] = await query(`
      select replace(pg_typeof((select ${expression} from ${table} t limit 1))::text,
        'timestamp with time zone', 'timestamptz') as type`)
    assert.deepEqual(row, { type: kind.column })
  }
})

test('no table of a resource has a column that is neither declared nor private', () => {
  const tables = new Set(resources.map(({ table }) => table))
  const expected = resources.flatMap(({ table, fields, belongsTo = {} }) => [
    `${table}.id`,
    ...Object.keys(fields).flatMap((name) => (isStored(fields[name]!) ? [`${table}.${name}`] : [])),
    ...Object.keys(belongsTo).map((name) => `${table}.${name}_id`),
    ...(PRIVATE_COLUMNS[table] ?? []).map((name) => `${table}.${name}`),
  ])
  const present = [...columns.keys()].filter((name) => tables.has(name.split('.')[0]!))

  assert.deepEqual(present.sort(), expected.sort())
})

test('pictures stand in fields with addresses, and settings hold the sizes of all variants', () => {
  const wrong = resources.flatMap(({ type, fields, pictures }) => {
    if (!pictures) return []
    const { source, originals, variants, settings } = pictures
    const addresses = [source, ...originals, ...Object.keys(variants)]
    const sizes = resources.find(({ table }) => table === settings)?.fields
    return [
      ...addresses.filter((name) => fields[name]?.kind.name !== 'url'),
      ...Object.values(variants).flatMap((columns) =>
        Object.values(columns).filter((name) => sizes?.[name] === undefined),
      ),
    ].map((name) => `${type}: ${name}`)
  })

  assert.deepEqual(wrong, [])
  assert.deepEqual(
    resources.flatMap(({ type, pictures }) => (pictures ? type : [])),
    ['user', 'event', 'speaker'],
  )
})

test('the type of a row follows from its declaration', () => {
  const row: RowOf<typeof socialLink> = {
    id: '1',
    event_id: '1',
    name: 'Home page',
    link: 'https://example.org/',
    identifier: null,
    deleted_at: null,
  }

  // @ts-expect-error A required field is never null.
  row.name = null
})

test('the types of changes follow from the declaration', () => {
  const effects: Effects<typeof user> = {
    async created(_tx, { caller, sent }) {
      const password: string = sent.password
      // @ts-expect-error Whoever signs up is not known yet.
      assert.notEqual(caller.id, password)
    },
    async removed(_tx, change) {
      // @ts-expect-error Nothing comes after a removal.
      assert.equal(change.after, undefined)
    },
  }

  assert.deepEqual(Object.keys(effects), ['created', 'removed'])
})

for (const [column, fn] of [
  ['words', 'words_of'],
  ['search', 'search_of'],
])
  test(`the words in the column ${column} are those of the fields that say so`, async () => {
    const stored = await query(`select c.relname as table, pg_get_expr(d.adbin, d.adrelid) as text
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class c on c.oid = d.adrelid where a.attname = '${column}'`)

    const found = stored.map(({ table, text }) => [
      table,
      Object.fromEntries(
        [...text.matchAll(new RegExp(`${fn}\\(\\(?(\\w+)\\)?(?:::text)?, '(.)'`, 'g'))].map(
          ([, name, weight]) => [name, weight.toLowerCase()],
        ),
      ),
    ])
    const declared = resources.flatMap(({ table, fields }) => {
      const weights = Object.entries(fields).flatMap(([name, field]) =>
        (field as Field).words ? [[name, (field as Field).words]] : [],
      )
      return weights.length > 0 ? [[table, Object.fromEntries(weights)]] : []
    })
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(declared))
  })
