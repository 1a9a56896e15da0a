/** The erasure of an account: what is kept about a person is gone, whatever table it was in. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { sweepFiles, tablesWithFiles } from '../../src/archive/sweep.ts'
import { localStorage } from '../../src/files/local-storage.ts'
import { keptAbout } from '../../src/people/kept.ts'
import { personOf } from '../../src/people/person.ts'
import { finished } from '../../tools/archives.ts'
import { unzip } from '../../tools/zips.ts'
import { linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { uploadFile } from '../support/uploads.ts'

const service = await startTestService({ WORKERS: '1' })
const { db } = service
const admin = await logInAdmin(service)
const owner = await signUp(service)
const SOON = { 'starts-at': '2099-01-02T10:00:00Z', 'ends-at': '2099-01-02T11:00:00Z' }

/** Tables without anything about a person. A new table belongs here or in src/people/kept.ts. */
const NOT_PERSONAL = {
  'lists and settings of the installation': [
    'event_image_sizes',
    'event_sub_topics',
    'event_topics',
    'event_types',
    'migrations',
    'roles',
    'settings',
    'speaker_image_sizes',
  ],
  'parts of an event, written by its organizers': [
    'access_codes',
    'custom_form_options',
    'custom_forms',
    'discount_codes',
    'event_copyrights',
    'events',
    'mail_templates',
    'microlocations',
    'payment_authorizations',
    'review_criteria',
    'schedule_releases',
    'session_types',
    'social_links',
    'speakers_calls',
    'sponsors',
    'ticket_tags',
    'tickets',
    'tracks',
    'webhooks',
  ],
  'facts that stay, without the values': ['changes'],
  'keys of files, which are removed': ['stored_files'],
}

interface Column {
  table: string
  column: string
  type: string
}

const columns = await db.query<Column>(sql`
  select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    and c.data_type in ('text', 'jsonb', 'json') order by 1, 2`)

async function verified(email: string): Promise<Caller> {
  const user = await signUp(service, email)
  await db.query(sql`update users set is_verified = true where id = ${user.id}`)
  return user
}

const erase = (who: Caller, as = who, password: unknown = PASSWORD) =>
  service.call('DELETE', `/v1/users/${who.id}`, { as, body: { meta: { 'current-password': password } } })

const openEvent = async (name: string) => {
  const event = await make(service, owner, 'event', { name, state: 'published' })
  const call = { 'starts-at': '2020-01-01T00:00:00Z', 'ends-at': '2099-01-01T00:00:00Z' }
  await make(service, owner, 'speakers-call', call, { event: linkTo(event) })
  return event
}

/** One person in every table that knows people. The mark is in all that the person has written. */
async function makePerson(mark: string): Promise<{ person: Caller; event: Json; talk: Json; photo: string }> {
  const person = await verified(`${mark}@plenum.test`)
  const { id } = person
  const event = await openEvent('Harbour Days')
  const of = { event: linkTo(event) }
  const photo = await uploadFile(service, person, 'notes.txt', Buffer.from(`about ${mark}`))
  const attributes = { 'first-name': mark, details: mark, 'avatar-url': photo }
  await service.call('PATCH', `/v1/users/${id}`, {
    as: person,
    body: { data: { type: 'user', id, attributes } },
  })
  const speaker = await make(service, person, 'speaker', { name: mark, 'photo-url': photo }, of)
  const speakers = [linkTo(speaker)]
  const proposal = await make(
    service,
    person,
    'session',
    { title: mark, state: 'pending' },
    { ...of, speakers },
  )
  const talk = await make(
    service,
    person,
    'session',
    { title: 'Tides', comments: mark, website: `https://${mark}.test/`, state: 'pending' },
    { ...of, speakers },
  )
  const room = await make(service, owner, 'microlocation', {}, of)
  const slot = {
    data: {
      type: 'session',
      id: talk.id,
      attributes: { state: 'accepted', ...SOON },
      relationships: { microlocation: { data: linkTo(room) } },
    },
  }
  assert.equal(
    (await service.call('PATCH', `/v1/sessions/${talk.id}`, { as: owner, body: slot })).status,
    200,
  )
  await make(service, owner, 'schedule-release', {}, of)
  await make(service, owner, 'role-invite', { email: person.email, 'role-name': 'moderator' }, of)
  const opening = await make(service, owner, 'session', { title: 'Opening' }, of)
  await make(service, owner, 'speaker-invite', { email: person.email }, { session: linkTo(opening) })
  await make(service, person, 'user-favourite-session', {}, { session: linkTo(talk) })
  await make(service, person, 'api-token', { name: mark, scopes: ['read'] })
  await make(service, person, 'feed-token', { name: mark }, { user: { type: 'user', id } })
  await service.call('POST', '/v1/auth/login', { body: { email: person.email, password: 'wrong' } })
  const other = await make(service, owner, 'event', { name: 'Elsewhere' })
  await giveRole(service, person, other.id, 'moderator')
  await enterRows(person, { event, talk, speaker, proposal })
  return { person, event, talk, photo }
}

/** What no request makes within a test. */
async function enterRows(
  { id, email }: Caller,
  { event, talk, speaker }: Record<string, Json>,
): Promise<void> {
  const [task] = await db.query<{ id: string }>(
    sql`insert into tasks (name, data, user_id, finished_at) values ('export.event', '{}', ${id}, now()) returning id`,
  )
  await db.query(
    sql`insert into export_jobs (task_id, event_id, user_id) values (${task!.id}, ${event.id}, ${id})`,
  )
  await db.query(sql`insert into import_jobs (task_id, user_id) values (${task!.id}, ${id})`)
  await db.query(sql`insert into identities values ('https://id.test', 'subject', ${id})`)
  await db.query(
    sql`insert into notifications (user_id, content) values (${id}, ${JSON.stringify({ x: email })})`,
  )
  await db.query(
    sql`insert into feedbacks (event_id, session_id, user_id, rating) values (${event.id}, ${talk.id}, ${id}, 4)`,
  )
  await db.query(
    sql`insert into idempotency_keys (caller, key, digest, sealed) values (${`user ${id}`}, 'k', 'd', 's')`,
  )
  await db.query(sql`insert into schedule_sources values (${event.id}, 'speaker', 'source', ${speaker.id})`)
  await db.query(
    sql`insert into reviews (session_id, event_id, reviewer_id) values (${talk.id}, ${event.id}, ${id})`,
  )
  await db.query(
    sql`insert into mail_subscriptions (user_id, event_id, token) values (${id}, ${event.id}, 'unsubscribe')`,
  )
  const [hook] = await db.query<{ id: string }>(sql`insert into webhooks (event_id, url, events)
    values (${event.id}, 'https://hook.test/', '[]') returning id`)
  await db.query(sql`insert into webhook_deliveries (webhook_id, event_id, name, record_type, record_id)
    values (${hook!.id}, ${event.id}, 'speaker.created', 'speaker', ${speaker.id})`)
  const [code] = await db.query<{
    id: string
  }>(sql`insert into discount_codes (event_id, used_for, code, type, value)
    values (${event.id}, 'tickets', 'TIDE', 'percent', 10) returning id`)
  await db.query(sql`insert into discount_redemptions (event_id, discount_code_id, user_id, quantity, discounts)
    values (${event.id}, ${code!.id}, ${id}, 1, '[]')`)
}

/** Columns by which rows are found, or whose values have a form; their values hold the mark already. */
const FORMED = [
  'email',
  'type',
  'action',
  'password_hash',
  'record_type',
  'record_id',
  'recipient',
  'caller',
  'programme',
  'status',
  'state',
  'purpose',
  'lane',
  'name:tasks',
  'content:notifications',
]

/** Writes the mark into every text and every document of the rows; returns the tables that have no row. */
async function markRows(id: string, mark: string): Promise<string[]> {
  const person = await personOf(db, id)
  const empty: string[] = []
  for (const { table, rows, erase } of await keptAbout(db, person)) {
    const where = sql`where ${rows(person)}`
    const found = await db.query(sql`select 1 from ${raw(table)} t ${where}`)
    if (found.length === 0) empty.push(table)
    for (const { column, type } of columns.filter((one) => one.table === table)) {
      if (FORMED.includes(column) || FORMED.includes(`${column}:${table}`)) continue
      if (erase !== 'delete' && !(column in erase)) continue
      const value = type === 'text' ? sql`${mark}` : sql`${JSON.stringify({ x: mark })}::jsonb`
      const isOne = sql`${raw(`"${column}"`)} = ${value}`
      // A choice of words has no room for the mark.
      await db.query(sql`update ${raw(table)} t set ${isOne} ${where}`).catch((error) => {
        if (!['23514', '23505'].includes(error.code)) throw error
      })
    }
  }
  return empty
}

async function tablesWith(mark: string): Promise<string[]> {
  const found: string[] = []
  for (const table of new Set(columns.map((one) => one.table))) {
    const rows = await db.query(
      sql`select 1 from ${raw(`"${table}"`)} t where (t.*)::text ilike ${`%${mark}%`} limit 1`,
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

describe('the erasure of an account', { concurrency: false }, () => {
  it('knows every table that holds a text', async () => {
    const user = await signUp(service)
    const kept = (await keptAbout(db, await personOf(db, user.id))).map(({ table }) => table)
    const known = [...kept, ...Object.values(NOT_PERSONAL).flat()]
    const unknown = columns.map(({ table }) => table).filter((table) => !known.includes(table))
    assert.deepEqual([...new Set(unknown)], [])
  })

  it('leaves nothing of the person in any column of any table', async () => {
    const mark = 'marker7f3a'
    const { person, event, talk } = await makePerson(mark)
    const feed = `/v1/events/${event.id}/schedule.json`
    const before = await service.call('GET', feed)
    assert.deepEqual(await markRows(person.id, mark), [])
    assert.match(JSON.stringify(before.body), new RegExp(mark))

    const erased = await erase(person)

    assert.deepEqual([erased.status, erased.body.meta], [200, { message: 'Object successfully deleted' }])
    assert.deepEqual(await tablesWith(mark), [])
    const after = await service.call('GET', feed)
    assert.doesNotMatch(JSON.stringify(after.body), new RegExp(mark))
    assert.match(JSON.stringify(after.body), /Tides/)
    const kept = await service.call('GET', `/v1/sessions/${talk.id}?include=speakers`)
    assert.deepEqual([kept.body.data.attributes.title, kept.body.included ?? []], ['Tides', []])
    assertRefused(
      await service.call('GET', `/v1/users/${person.id}`, { as: person }),
      401,
      'This login has ended. Log in again.',
    )
    assert.notEqual((await signUp(service, person.email)).id, person.id)
  })

  it('keeps in the change log who did what and when, without values', async () => {
    const person = await verified('log@plenum.test')
    const { id } = person
    const body = { data: { type: 'user', id, attributes: { company: 'Harbour' } } }
    await service.call('PATCH', `/v1/users/${id}`, { as: person, body })
    await erase(person)

    const rows = await db.query(sql`select action, field_values from changes
      where record_type = 'user' and record_id = ${id} order by id`)
    assert.deepEqual(rows, [
      { action: 'created', field_values: { email: {} } },
      { action: 'updated', field_values: { company: {} } },
      { action: 'deleted', field_values: {} },
    ])
  })

  it('keeps a session with another speaker, and a proposal that an organizer made', async () => {
    const [person, friend] = [await verified('one@plenum.test'), await verified('two@plenum.test')]
    const event = await openEvent('Pairs')
    const of = { event: linkTo(event) }
    const one = await make(service, person, 'speaker', { name: 'One' }, of)
    const two = await make(service, friend, 'speaker', { name: 'Two' }, of)
    const shared = await make(
      service,
      person,
      'session',
      { title: 'Shared', state: 'pending' },
      { ...of, speakers: [linkTo(one)] },
    )
    await db.query(
      sql`insert into speakers_sessions (session_id, speaker_id) values (${shared.id}, ${two.id})`,
    )
    const asked = await make(
      service,
      owner,
      'session',
      { title: 'Asked', state: 'pending' },
      { ...of, speakers: [linkTo(one)] },
    )

    await erase(person)

    const speakersOf = async ({ id }: Json) =>
      (await service.call('GET', `/v1/sessions/${id}/speakers`, { as: owner })).body.data.map(
        (each: Json) => each.attributes.name,
      )
    assert.deepEqual([await speakersOf(shared), await speakersOf(asked)], [['Two'], []])
  })

  it('does not touch what belongs to the true owner of an address that was never confirmed', async () => {
    const event = await make(service, owner, 'event')
    const speaker = await make(
      service,
      owner,
      'speaker',
      { name: 'Grace', email: 'grace@plenum.test' },
      { event: linkTo(event) },
    )
    const impostor = await signUp(service, 'grace@plenum.test')

    await erase(impostor)

    assert.equal((await service.call('GET', `/v1/speakers/${speaker.id}`, { as: owner })).status, 200)
  })

  it('removes pictures of the person at once, other uploads with the next sweep, and no file of others', async () => {
    const person = await verified('files@plenum.test')
    const [photo, loose] = [
      await uploadFile(service, person, 'photo.txt', Buffer.from('photo')),
      await uploadFile(service, person, 'loose.txt', Buffer.from('loose')),
    ]
    const logo = await uploadFile(service, owner, 'logo.txt', Buffer.from('logo'))
    const attributes = { 'avatar-url': photo, details: `<a href="${logo}">not mine</a>` }
    const body = { data: { type: 'user', id: person.id, attributes } }
    assert.equal((await service.call('PATCH', `/v1/users/${person.id}`, { as: person, body })).status, 200)

    await erase(person)

    const statusOf = async (url: string) => (await service.app.inject(new URL(url).pathname)).statusCode
    assert.deepEqual([await statusOf(photo), await statusOf(logo)], [404, 200])
    const left = await db.query(sql`select user_id, unused_since = '-infinity' as is_over from stored_files
      where key = ${new URL(loose).pathname.slice(1)}`)
    assert.deepEqual(
      left.filter(({ is_over }) => !is_over),
      [],
    )
    await sweepFiles({
      db,
      storages: { local: localStorage(join(service.config.dataDir, 'files')), s3: undefined },
      tables: tablesWithFiles(service.models),
    })
    assert.deepEqual([await statusOf(loose), await statusOf(logo)], [404, 200])
  })

  it('needs the password', async () => {
    const person = await signUp(service)
    const pointer = '/meta/current-password'
    for (const [sent, detail] of [
      ['wrong', 'current-password is not your password'],
      ['', 'current-password (your own password) is required to erase an account'],
      [7, 'current-password (your own password) is required to erase an account'],
    ] as const)
      assertRefused(await erase(person, person, sent), 422, detail, { pointer })
    const bare = await service.call('DELETE', `/v1/users/${person.id}`, {
      as: person,
      body: { meta: { erase: true } },
    })
    assertRefused(bare, 422, 'current-password (your own password) is required to erase an account', {
      pointer,
    })
    assert.equal((await erase(person)).status, 200)
  })

  it('needs a recent log-in of those who have no password', async () => {
    const person = await signUp(service)
    const ask = () =>
      service.call('DELETE', `/v1/users/${person.id}`, { as: person, body: { meta: { erase: true } } })
    await db.query(sql`update users set password_hash = null where id = ${person.id}`)
    await db.query(
      sql`update logins set created_at = now() - interval '11 minutes' where user_id = ${person.id}`,
    )
    assertRefused(
      await ask(),
      403,
      'Your account has no password. Log in again, then erase it within ten minutes.',
    )
    await db.query(sql`update logins set created_at = now() where user_id = ${person.id}`)
    assert.equal((await ask()).status, 200)
  })

  it('is refused to API tokens, to strangers, and to the owner of an event', async () => {
    const person = await signUp(service)
    const token = await make(service, person, 'api-token', { name: 'script', scopes: ['user:write'] })
    const script = { ...person, token: token.attributes.token }
    assertRefused(
      await erase(person, script),
      403,
      'An API token cannot erase an account. Log in with a password.',
    )
    const stranger = await signUp(service)
    assert.equal((await erase(person, stranger)).status, 403)
    await make(service, person, 'event')
    assertRefused(
      await erase(person),
      403,
      'This account owns 1 events. Give them to another owner or delete them first.',
    )
  })

  it('is done by staff with their own password, also after the account was closed, and cannot be undone', async () => {
    const person = await signUp(service)
    const closed = await service.call('DELETE', `/v1/users/${person.id}`, { as: admin })
    const erased = await erase(person, admin, 'correct horse battery')
    const body = { data: { type: 'user', id: person.id, attributes: { 'deleted-at': null } } }
    const restored = await service.call('PATCH', `/v1/users/${person.id}`, { as: admin, body })
    assert.deepEqual([closed.status, erased.status, restored.status], [200, 200, 404])
  })

  it('happens once when it is asked for twice at once', async () => {
    const person = await signUp(service)
    const answers = await Promise.all([erase(person), erase(person), erase(person)])
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1)
    assert.deepEqual(
      statuses.filter((status) => ![200, 401, 404, 422].includes(status)),
      [],
    )
  })
})

describe('a copy of the personal data', { concurrency: false }, () => {
  const ask = ({ id }: Caller, as: Caller | undefined) =>
    service.call('GET', `/v1/users/${id}/personal-data`, { as })
  const download = async (url: string) => {
    const answer = await service.app.inject(new URL(url).pathname)
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }

  it('holds every table and every file of the person, without secrets', async () => {
    const { person, photo } = await makePerson('copied5b1e')
    const asked = await ask(person, person)
    assert.deepEqual([asked.status, Object.keys(asked.body)], [200, ['task_url']])
    const { result } = await finished(service, asked.body.task_url)

    const { status, headers, bytes } = await download(result.download_url)

    assert.deepEqual(
      [status, headers['content-type'], headers['content-disposition'], headers['cache-control']],
      [200, 'application/zip', 'attachment; filename="personal-data.zip"', 'no-store'],
    )
    const files = await unzip(bytes)
    const known = await keptAbout(db, await personOf(db, person.id))
    const tables = known.filter(({ isRepeated }) => !isRepeated).map(({ table }) => `${table}.json`)
    const names = [...files.keys()].filter((name) => name.endsWith('.json'))
    assert.deepEqual(names.sort(), [...new Set([...tables, 'changes.json'])].sort())
    const rowsOf = (table: string) => JSON.parse(files.get(`${table}.json`)!.toString())
    assert.deepEqual(
      rowsOf('speakers').map(({ name }: Json) => name),
      ['copied5b1e'],
    )
    assert.deepEqual(
      rowsOf('sessions')
        .map(({ title }: Json) => title)
        .sort(),
      ['Tides', 'copied5b1e'],
    )
    assert.equal(rowsOf('users')[0].first_name, 'copied5b1e')
    const texts = [...files.values()].join('\n')
    assert.doesNotMatch(texts, /password_hash|token_hash|argon2|csrf/)
    const photoName = new URL(photo).pathname.replace('/media/', 'files/')
    assert.equal(files.get(photoName)?.toString(), 'about copied5b1e')

    await erase(person)
    assert.equal((await download(result.download_url)).status, 404)
  })

  it('is for the person and super admins only', async () => {
    const person = await signUp(service)
    const stranger = await signUp(service)
    const staff = await signUp(service)
    await db.query(sql`update users set is_admin = true where id = ${staff.id}`)
    const token = await make(service, person, 'api-token', { name: 'script', scopes: ['user:read'] })
    const answers = [undefined, stranger, staff, { ...person, token: token.attributes.token }, admin]
    const statuses = []
    for (const as of answers) statuses.push((await ask(person, as)).status)
    assert.deepEqual(statuses, [401, 403, 403, 403, 200])
    const nobody = { ...person, id: '999999' }
    assert.deepEqual([(await ask(nobody, stranger)).status, (await ask(nobody, admin)).status], [403, 404])
  })

  it('needs the signature of its link, and opens no other copy', async () => {
    const [one, other] = [await signUp(service), await signUp(service)]
    const { result } = await finished(service, (await ask(one, one)).body.task_url)
    const url: string = result.download_url
    const forged = url.replace(/\.(\d+)\./, (_, expires) => `.${Number(expires) + 1}.`)
    const moved = url.replace(`/users/${one.id}/`, `/users/${other.id}/`)
    const statuses = []
    for (const each of [url, forged, moved]) statuses.push((await download(each)).status)
    assert.deepEqual(statuses, [200, 404, 404])
  })

  it('has no mail to an address that was never confirmed, because its link would confirm it', async () => {
    const person = await signUp(service, 'claimed@plenum.test')
    const { result } = await finished(service, (await ask(person, person)).body.task_url)
    const files = await unzip((await download(result.download_url)).bytes)
    assert.equal(files.get('mails.json')?.toString(), '[]\n')
  })
})
