/** The change log: who changed what, and when. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { forgetOldChanges } from '../../src/access/change-log.ts'
import { requestOf } from '../permissions/requests.ts'
import { prepareWalk } from '../permissions/walk.ts'
import { clearWorld, makeWorld, type World } from '../permissions/world.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf, plenum } from '../support/plenum.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const walk = await prepareWalk(service)
const owner = await signUp(service)
const event = await make(service, owner, 'event', { name: 'Tea Days' })

const entries = async (eventId: string = event.id, as: Caller = owner): Promise<Json[]> =>
  (await service.call('GET', `/v1/events/${eventId}/changes?sort=id&page[size]=0`, { as })).body.data
const factsOf = ({ attributes }: Json) => {
  const { action, 'record-type': type, 'record-id': id, 'field-values': values } = attributes
  return { action, type, id, values }
}
const patch = (type: string, { id }: Json, attributes: Json, relationships?: Json) =>
  service.call('PATCH', `/v1/${type}s/${id}`, {
    as: owner,
    body: { data: { type, id, attributes, relationships } },
  })

describe('an entry', () => {
  it('says who, when, what, with the old and new values and the request', async () => {
    const track = await make(
      service,
      owner,
      'track',
      { name: 'Old', color: '#000000' },
      { event: linkTo(event) },
    )
    const body = { data: { type: 'track', id: track.id, attributes: { name: 'New', color: '#000000' } } }
    const headers = { 'x-request-id': 'request-of-the-test' }
    await service.call('PATCH', `/v1/tracks/${track.id}`, { as: owner, body, headers })
    const [created, updated] = (await entries()).slice(-2)

    assert.deepEqual(factsOf(created).values.name, { new: 'Old' })
    assert.deepEqual(factsOf(updated), {
      action: 'updated',
      type: 'track',
      id: track.id,
      values: { name: { old: 'Old', new: 'New' } },
    })
    assert.equal(updated.attributes['request-id'], 'request-of-the-test')
    assert.deepEqual(updated.relationships.user.data, { type: 'user', id: owner.id })
    assert.equal(updated.attributes['api-token-name'], null)
  })

  it('is made of a deletion and a restoration too', async () => {
    const track = await make(service, owner, 'track', { name: 'Gone' }, { event: linkTo(event) })
    await service.call('DELETE', `/v1/tracks/${track.id}`, { as: owner })
    const body = { data: { type: 'track', id: track.id, attributes: { 'deleted-at': null } } }
    await service.call('PATCH', `/v1/tracks/${track.id}`, { as: walk.cast.admin!, body })
    const [deleted, restored] = (await entries()).slice(-2).map(factsOf)

    assert.deepEqual([deleted!.action, deleted!.values.name], ['deleted', { old: 'Gone' }])
    assert.deepEqual([restored!.action, restored!.values['deleted-at'].new], ['restored', null])
  })

  it('has the links of a relationship, however they are changed', async () => {
    const speaker = await make(service, owner, 'speaker', {}, { event: linkTo(event) })
    const session = await make(
      service,
      owner,
      'session',
      {},
      { event: linkTo(event), speakers: [linkTo(speaker)] },
    )
    const url = `/v1/sessions/${session.id}/relationships/speakers`
    await service.call('DELETE', url, { as: owner, body: { data: [linkTo(speaker)] } })
    await patch('session', session, {}, { speakers: { data: [linkTo(speaker)] } })
    const last = (await entries()).slice(-3).map((entry) => factsOf(entry).values.speakers)

    assert.deepEqual(last, [
      { new: [speaker.id] },
      { old: [speaker.id], new: [] },
      { old: [], new: [speaker.id] },
    ])
  })

  it('names the API token', async () => {
    const body = { data: { type: 'api-token', attributes: { name: 'CI', scopes: ['write'] } } }
    const token = (await service.call('POST', '/v1/api-tokens', { as: owner, body })).body.data
    const headers = { authorization: `Bearer ${token.attributes.token}` }
    await service.call('POST', '/v1/tracks', { headers, body: bodyOf('track', {}, { event: linkTo(event) }) })
    const { attributes, relationships } = (await entries()).at(-1)

    assert.deepEqual([attributes['api-token-id'], attributes['api-token-name']], [token.id, 'CI'])
    assert.deepEqual(relationships.user.data, { type: 'user', id: owner.id })
  })

  it('has long values shortened, and no secret ones', async () => {
    const person = await signUp(service)
    await patch('event', event, { description: 'x'.repeat(2_000) })
    const [row] = await service.db.query<Json>(
      sql`select field_values from changes where record_type = 'user' and record_id = ${person.id}`,
    )
    const everything = await service.db.query(sql`select * from changes`)

    assert.equal(factsOf((await entries()).at(-1)).values.description.new, `${'x'.repeat(500)}…`)
    assert.deepEqual(Object.keys(row.field_values), ['email'])
    assert.ok(!/plenum_|argon2|a good password/.test(JSON.stringify(everything)))
  })

  it('is not made when nothing changes', async () => {
    const before = (await entries()).length
    await patch('event', event, { name: 'Tea Days' })

    assert.equal((await entries()).length, before)
  })
})

describe('the log', () => {
  it('is read by organizers of the event, and as a whole by staff', async () => {
    const stranger = await signUp(service)
    const url = `/v1/events/${event.id}/changes`
    const statuses = [
      (await service.call('GET', url, { as: stranger })).status,
      (await service.call('GET', url)).status,
      (await service.call('GET', '/v1/changes', { as: owner })).status,
      (await service.call('GET', '/v1/changes', { as: walk.cast.admin! })).status,
      (await service.call('GET', `${url}?filter[record-type]=track&filter[action]=created`, { as: owner }))
        .status,
    ]

    assert.deepEqual(statuses, [403, 401, 403, 200, 200])
  })

  it('has old and new values that follow one another, however many write at once', async () => {
    const track = await make(service, owner, 'track', { name: 'Start' }, { event: linkTo(event) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (names) => {
          await Promise.all(names.map((name) => patch('track', track, { name: `n${name}` })))
        },
      ),
      { numRuns: 10 },
    )
    const names = (await entries()).map(factsOf).filter(({ id, type }) => type === 'track' && id === track.id)
    const stored = (await service.call('GET', `/v1/tracks/${track.id}`, { as: owner })).body.data.attributes
      .name
    const chain = names.map(({ values }) => values.name)

    assert.deepEqual(
      chain.slice(1).map((value) => value.old),
      chain.slice(0, -1).map((value) => value.new),
    )
    assert.equal(chain.at(-1).new, stored)
  })

  it('forgets what is older than AUDIT_DAYS', async () => {
    const track = await make(service, owner, 'track', { name: 'Ancient' }, { event: linkTo(event) })
    await service.db.query(sql`update changes set created_at = now() - interval '401 days'
      where record_type = 'track' and record_id = ${track.id}`)
    await forgetOldChanges(service.db, 400)

    assert.ok(
      !(await entries()).some((entry) => factsOf(entry).id === track.id && factsOf(entry).type === 'track'),
    )
  })

  it('is printed by plenum changes', async () => {
    const quiet = await make(service, owner, 'event', { name: 'Quiet' })
    const { out } = await plenum(['changes', quiet.id], { env: envOf(service) })
    const [, line] = out.split('\n')

    assert.match(line!, new RegExp(`${owner.email} +created +event ${quiet.id} +name, `))
  })
})

/** Writes that change no record: they log in, look something up, send a mail, start a task or, as a list of operations, do nothing. */
const WITHOUT_RECORD =
  /^POST (\/auth\/session|\/v1\/auth\/(login|fresh-login|token\/refresh|logout|blacklist|verify-password|reset-password|resend-verification-email)|\/v1\/users\/check_?[Ee]mail|\/v1\/role[-_]invites\/user|\/v1\/speaker-invites\/user|\/v1\/events\/:id\/mail-templates\/preview|\/v1\/(un|re)subscribe\/:token|\/v1\/upload\/.*|\/v1\/events\/:id\/(export|copy).*|\/v1\/events\/import\/:source|\/v1\/schedule-imports|\/v1\/operations|\/v1\/sessions\/:id\/notify|\/v1\/webhooks\/:id\/ping|\/v1\/webhook-deliveries\/:id\/redeliver)$/

/** The walk has made the same change by the other address of the record. */
const SAME_CHANGE = /^PATCH \/v1\/(settings|event-image-sizes|speaker-image-sizes)\/:id$/

describe('every write route', () => {
  const { cast, refreshTokens, hashes } = walk
  let world: World | undefined
  for (const route of service.routes.filter(({ method }) => method !== 'GET')) {
    const name = `${route.method} ${route.url}`
    it(`makes one entry and tells webhooks once, if it changes a record: ${name}`, async () => {
      world ??= await makeWorld(service, cast, 'published')
      const who = /accept-invite|verify-email|reset-password/.test(name) ? 'stranger' : 'admin'
      const [caller, refreshToken] = [cast[who], refreshTokens[who]]
      const { url, ...options } = await requestOf(route, { service, world, cast, caller, refreshToken })
      if (name.endsWith('/verify-email'))
        await service.db.query(sql`update users set is_verified = false where id = ${caller!.id}`)
      await service.db.query(sql`delete from changes`)
      await service.db.query(sql`delete from webhook_deliveries where name <> 'world'`)
      const { status } = await service.call(route.method, url, options)
      const rows = await service.db.query<Json>(sql`select record_type, action, event_id from changes`)
      const told = await service.db.query(sql`select distinct record_type, record_id from webhook_deliveries
        where not name in ('world', 'webhook.ping')`)
      const isDone = status < 300 && status !== 204
      if (isDone) {
        await clearWorld(service, hashes)
        world = undefined
      }

      const isChange = isDone && !WITHOUT_RECORD.test(name) && !SAME_CHANGE.test(name)
      assert.equal(rows.length, isChange ? 1 : 0, `${status} ${JSON.stringify(rows)}`)
      // A new event has no webhooks yet, and webhooks are not told of themselves.
      const isTold = rows.some(
        ({ event_id, record_type, action }) =>
          event_id && record_type !== 'webhook' && `${record_type} ${action}` !== 'event created',
      )
      assert.equal(told.length, isTold ? 1 : 0, JSON.stringify([rows, told]))
    })
  }
})
