/** `Idempotency-Key`: a request that is sent again does its work once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { forgetOldAnswers } from '../../src/web/kept-answers.ts'
import { ATOMIC, operate } from '../support/atomic.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { startKillable } from '../support/processes.ts'
import { type Answer, type CallOptions, type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const event = await make(service, owner, 'event')

let count = 0
const newKey = () => `key ${++count}`
const withKey = (key: string, options: CallOptions = {}): CallOptions => ({
  as: owner,
  ...options,
  headers: { ...options.headers, 'idempotency-key': key },
})
const track = (name: string) => bodyOf('track', { name }, { event: linkTo(event) })
const addTrack = (key: string, name: string, options: CallOptions = {}) =>
  service.call('POST', '/v1/tracks', withKey(key, { body: track(name), ...options }))
const tracksNamed = async (name: string) =>
  (await service.db.query(sql`select 1 from tracks where name = ${name}`)).length
const detailOf = ({ status, body }: Answer) => [status, body.errors?.[0].detail]

const OTHER = [422, 'This Idempotency-Key belongs to another request. Use a new one.']
const RUNNING = [
  409,
  'The first request with this Idempotency-Key is still running. Send it again in a moment.',
]

describe('a POST that is repeated with its key', () => {
  it('returns the first answer and does nothing', async () => {
    const key = newKey()
    const first = await addTrack(key, 'Once')
    const again = await addTrack(key, 'Once')

    const { location, etag, 'content-type': type } = first.headers
    assert.equal(first.status, 201)
    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.deepEqual(
      [
        again.headers.location,
        again.headers.etag,
        again.headers['content-type'],
        again.headers['idempotent-replayed'],
      ],
      [location, etag, type, 'true'],
    )
    assert.equal(await tracksNamed('Once'), 1)
  })

  it('with another body or path is refused', async () => {
    const key = newKey()
    await addTrack(key, 'Mine')
    const elsewhere = await service.call(
      'POST',
      `/v1/events/${event.id}/tracks`,
      withKey(key, { body: track('Mine') }),
    )

    assert.deepEqual(detailOf(await addTrack(key, 'Yours')), OTHER)
    assert.deepEqual(detailOf(elsewhere), OTHER)
    assert.deepEqual(elsewhere.body.errors[0].source, { header: 'Idempotency-Key' })
  })

  it('by another caller is another request', async () => {
    const key = newKey()
    const [first, second] = [await addTrack(key, 'Shared'), await addTrack(key, 'Shared', { as: admin })]

    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(await tracksNamed('Shared'), 2)
  })

  it('that was refused is refused in the same words, also when it would succeed now', async () => {
    const key = newKey()
    const body = bodyOf('track', { color: 'no color' }, { event: linkTo(event) })
    const call = () => service.call('POST', '/v1/tracks', withKey(key, { body }))
    const [first, again] = [await call(), await call()]

    assert.equal(first.status, 422)
    assert.deepEqual(
      [again.status, again.body, again.headers['idempotent-replayed']],
      [422, first.body, 'true'],
    )
  })

  it('that ended with a conflict is tried again', async () => {
    const key = newKey()
    const body = bodyOf('role', { name: 'gardener' })
    const taken = await make(service, admin, 'role', { name: 'gardener' })
    const call = () => service.call('POST', '/v1/roles', withKey(key, { as: admin, body }))
    const first = await call()
    await service.call('DELETE', `/v1/roles/${taken.id}`, { as: admin })

    assert.deepEqual([first.status, (await call()).status], [409, 201])
  })

  it('needs 1 to 255 printable signs', async () => {
    for (const key of ['x'.repeat(256), 'é'])
      assert.deepEqual(detailOf(await addTrack(key, 'None')), [
        400,
        'Idempotency-Key must have 1 to 255 printable ASCII characters.',
      ])
  })

  it('works on routes of every kind: log-ins, exports, relationships, anonymous sign-ups', async () => {
    const session = await make(service, owner, 'session', {}, { event: linkTo(event) })
    const speaker = await make(service, owner, 'speaker', {}, { event: linkTo(event) })
    const requests: [string, Json, CallOptions][] = [
      ['/v1/auth/login', { email: owner.email, password: PASSWORD }, { as: undefined }],
      [`/v1/events/${event.id}/export/json`, {}, {}],
      [`/v1/sessions/${session.id}/relationships/speakers`, { data: [linkTo(speaker)] }, {}],
      [
        '/v1/users',
        { data: { type: 'user', attributes: { email: 'guest@plenum.test', password: PASSWORD } } },
        { as: undefined },
      ],
    ]
    for (const [url, body, options] of requests) {
      const key = newKey()
      const [first, again] = [
        await service.call('POST', url, withKey(key, { ...options, body })),
        await service.call('POST', url, withKey(key, { ...options, body })),
      ]
      assert.ok(first.status < 300, url)
      assert.deepEqual(
        [again.status, again.body, again.headers['idempotent-replayed']],
        [first.status, first.body, 'true'],
      )
    }
    const [tasks] = await service.db.query<Json>(sql`select count(*)::int as count from tasks`)
    assert.equal(tasks.count, 1)
  })

  it('counts wrong passwords all the same', async () => {
    const victim = await signUp(service)
    const guess = (n: number) =>
      service.call('POST', '/v1/auth/login', {
        body: { email: victim.email, password: `wrong ${n}` },
        headers: { 'idempotency-key': newKey() },
      })
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await guess(n)).status)

    assert.deepEqual(statuses.slice(-2), [429, 429])
  })

  it('keeps an uploaded file of the same parts, whatever separates them', async () => {
    const key = newKey()
    const upload = (boundary: string, content: string) => {
      const lines = [
        `--${boundary}`,
        'Content-Disposition: form-data; name="file"; filename="a.txt"',
        'Content-Type: text/plain',
        '',
        content,
        `--${boundary}--`,
        '',
      ]
      return service.call('POST', '/v1/upload/file', {
        as: owner,
        body: lines.join('\r\n'),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': key },
      })
    }
    const [first, again, other] = [
      await upload('one', 'tea'),
      await upload('two', 'tea'),
      await upload('one', 'coffee'),
    ]

    assert.equal(first.status, 200)
    assert.deepEqual(
      [again.status, again.body, again.headers['idempotent-replayed']],
      [200, first.body, 'true'],
    )
    assert.deepEqual(detailOf(other), OTHER)
  })
})

describe('what is kept', () => {
  it('is not readable in the database', async () => {
    const key = newKey()
    const body = { data: { type: 'api-token', attributes: { name: 'CI', scopes: ['read'] } } }
    const call = () => service.call('POST', '/v1/api-tokens', withKey(key, { body }))
    const [first, again] = [await call(), await call()]
    const kept = await service.db.query(sql`select * from idempotency_keys`)

    assert.deepEqual(again.body, first.body)
    assert.ok(!JSON.stringify(kept).includes(first.body.data.attributes.token))
    assert.ok(!JSON.stringify(kept).includes('Once'))
  })

  it('is forgotten after a day', async () => {
    const key = newKey()
    await addTrack(key, 'Daily')
    await service.db.query(
      sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${key}`,
    )
    const next = await addTrack(key, 'Another day')
    await service.db.query(
      sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${key}`,
    )
    await forgetOldAnswers(service.db)

    assert.equal(next.status, 201)
    assert.deepEqual(await service.db.query(sql`select 1 from idempotency_keys where key = ${key}`), [])
  })
})

describe('requests with one key at the same moment', () => {
  it('do the work once; the others are told to wait', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => addTrack(key, 'Rush')))
    const made = answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed'])

    assert.equal(made.length, 1)
    for (const answer of answers) {
      if (answer.status === 201) assert.deepEqual(answer.body, made[0]!.body)
      else assert.deepEqual([...detailOf(answer), answer.headers['retry-after']], [...RUNNING, '1'])
    }
    assert.equal(await tracksNamed('Rush'), 1)
    assert.deepEqual((await addTrack(key, 'Rush')).body, made[0]!.body)
  })

  it('of two processes do it once too', async () => {
    const other = await service.startBeside()
    const key = newKey()
    const call = (at: typeof service) => at.call('POST', '/v1/tracks', withKey(key, { body: track('Two') }))
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => call(n % 2 ? service : other)))

    assert.ok(answers.every(({ status }) => status === 201 || status === 409))
    assert.equal(await tracksNamed('Two'), 1)
  })
})

describe('operations with a key', () => {
  const adding = (...names: string[]) => names.map((name) => ({ op: 'add', data: track(name).data }))
  const send = (key: string, operations: Json) =>
    operate(service, owner, operations, { 'idempotency-key': key })

  it('are done once as a whole, and answered again in the same words', async () => {
    const key = newKey()
    const operations = adding('Together', 'Together')
    const [first, again] = [await send(key, operations), await send(key, operations)]
    const other = await send(key, adding('Together'))

    assert.deepEqual([first.status, first.headers['idempotent-replayed']], [200, undefined])
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true'])
    assert.equal(again.headers['content-type'], first.headers['content-type'])
    assert.deepEqual(again.body, first.body)
    assert.deepEqual(detailOf(other), OTHER)
    assert.equal(await tracksNamed('Together'), 2)
  })

  it('that are refused leave nothing but the refusal', async () => {
    const key = newKey()
    const operations = adding('Never', '')
    const [first, again] = [await send(key, operations), await send(key, operations)]

    assert.deepEqual(
      [first.status, first.body.errors[0].source.pointer],
      [422, '/atomic:operations/1/data/attributes/name'],
    )
    assert.deepEqual([again.status, again.body], [422, first.body])
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(await tracksNamed('Never'), 0)
  })

  it('that are sent several times at the same moment are done once', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(key, adding('Rushed', 'Rushed'))))

    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.equal(await tracksNamed('Rushed'), 2)
  })
})

describe('a process that is killed between the work and its answer', () => {
  it('has not done the work, and the repeated request does it once', async () => {
    const key = newKey()
    await service.db.query(
      raw(`create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(77); return new; end $$`),
    )
    await service.db.query(
      raw('create trigger hold before insert on idempotency_keys for each row execute function hold()'),
    )
    const killed = await startKillable(service)
    const operations = {
      'atomic:operations': ['Several', 'Several'].map((name) => ({ op: 'add', data: track(name).data })),
    }
    const headers = { 'content-type': ATOMIC, accept: ATOMIC }
    const together = (at: typeof killed.call) =>
      at('POST', '/v1/operations', withKey(`${key} of all`, { body: operations, headers }))
    await service.db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(77)`)
      const single = killed.call('POST', '/v1/tracks', withKey(key, { body: track('Survivor') }))
      const lost = [single, together(killed.call)].map((one) => one.catch(() => 'lost'))
      await until(async () => {
        const waiting = await service.db.apart.query(
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted`,
        )
        return waiting.length === 2
      })
      await killed.kill()
      assert.deepEqual(await Promise.all(lost), ['lost', 'lost'])
    })
    await service.db.query(raw('drop trigger hold on idempotency_keys'))
    await until(async () => (await addTrack(key, 'Survivor')).status === 201)
    await until(async () => (await together(service.call)).status === 200)

    assert.deepEqual([await tracksNamed('Survivor'), await tracksNamed('Several')], [1, 2])
    assert.equal((await together(service.call)).headers['idempotent-replayed'], 'true')
    assert.equal((await addTrack(key, 'Survivor')).headers['idempotent-replayed'], 'true')
  })
})
