/** A calendar of one's own, for programs that cannot log in. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const visitor = await signUp(service)
const SLOT = { 'starts-at': '2030-05-01T09:00:00Z', 'ends-at': '2030-05-01T10:00:00Z' }

async function talkAt(event: Json, title: string, speakers: Json[] = []): Promise<Json> {
  const room = await make(service, owner, 'microlocation', {}, { event: linkTo(event) })
  const links = { event: linkTo(event), microlocation: linkTo(room), speakers: speakers.map(linkTo) }
  return make(service, owner, 'session', { title, ...SLOT }, links)
}

async function newToken(as: Caller, path = `/v1/users/${as.id}/feed-tokens`): Promise<Json> {
  return service.call('POST', path, {
    as,
    body: { data: { type: 'feed-token', attributes: { name: 'Phone' } } },
  })
}

async function titlesAt(url: string): Promise<string[]> {
  const { statusCode, body, headers } = await service.app.inject({
    url: url.replace('http://plenum.test', ''),
  })
  assert.equal(statusCode, 200, body)
  assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
  return [...body.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title!).sort()
}

describe('a feed token', () => {
  it('opens the calendar of favourites and own talks, and is shown once', async () => {
    const event = await make(service, owner, 'event')
    const speaker = await make(service, owner, 'speaker', { name: 'Visitor' }, { event: linkTo(event) })
    await service.db.query(sql`update speakers set user_id = ${visitor.id} where id = ${speaker.id}`)
    await talkAt(event, 'Own', [speaker])
    await talkAt(event, 'Other')
    const liked = await talkAt(event, 'Liked')
    await make(service, visitor, 'user-favourite-session', {}, { session: linkTo(liked) })

    const { status, body } = await newToken(visitor)
    const { token, url, name } = body.data.attributes
    const again = await service.call('GET', `/v1/feed-tokens/${body.data.id}`, { as: visitor })
    const listed = await service.call('GET', `/v1/users/${visitor.id}/feed-tokens`, { as: visitor })

    assert.deepEqual([status, name], [201, 'Phone'])
    assert.equal(url, `http://plenum.test/v1/users/${visitor.id}/schedule.ics?token=${token}`)
    assert.deepEqual(await titlesAt(url), ['Liked', 'Own'])
    assert.deepEqual(Object.keys(again.body.data.attributes).sort(), ['created-at', 'name'])
    assert.ok(!JSON.stringify(listed.body).includes(token))
    const kept = await service.db.query(sql`select * from feed_tokens`)
    assert.ok(!JSON.stringify(kept).includes(token))
  })

  it('opens the schedule of a draft that its user may see, until it is revoked', async () => {
    const draft = await make(service, owner, 'event', { state: 'draft' })
    await talkAt(draft, 'Secret')
    const { body } = await newToken(owner)
    const { token } = body.data.attributes
    const feed = `/v1/events/${draft.id}/schedule.ics?token=${token}`

    assert.deepEqual(await titlesAt(feed), ['Secret'])
    assert.equal((await service.app.inject({ url: feed })).headers['cache-control'], 'private, max-age=60')
    const strangers = (await newToken(visitor)).body.data.attributes.token
    const refused = await service.app.inject({
      url: `/v1/events/${draft.id}/schedule.ics?token=${strangers}`,
    })
    assert.equal(refused.statusCode, 404)

    await service.call('DELETE', `/v1/feed-tokens/${body.data.id}`, { as: owner })
    const revoked = await service.call('GET', feed)
    assertRefused(revoked, 401, 'The token of this address is unknown or was revoked.')
  })

  it('opens nothing else, and only its own calendar', async () => {
    const { token } = (await newToken(visitor)).body.data.attributes

    for (const authorization of [`Bearer ${token}`, `JWT ${token}`])
      assert.equal((await service.call('GET', '/v1/users/me', { headers: { authorization } })).status, 401)
    assert.equal((await service.call('GET', `/v1/users/${owner.id}/schedule.ics?token=${token}`)).status, 404)
    assert.equal((await service.call('GET', `/v1/users/${visitor.id}/schedule.ics`)).status, 401)
    assert.equal((await service.call('GET', `/v1/users/${visitor.id}/schedule.ics?token=x`)).status, 401)
    const { status } = await service.call('GET', `/v1/users/${visitor.id}/schedule.ics`, { as: visitor })
    assert.equal(status, 200)
  })

  it('is made by its user only, and not without end', async () => {
    const stranger = await signUp(service)
    const foreign = await newToken(stranger, `/v1/users/${visitor.id}/feed-tokens`)
    assert.ok([403, 404].includes(foreign.status))
    await service.db.query(
      sql`insert into feed_tokens (user_id) select ${stranger.id}::bigint from generate_series(1, 98)`,
    )
    const made = await Promise.all([1, 2, 3, 4].map(() => newToken(stranger)))

    assert.deepEqual(made.map(({ status }) => status).sort(), [201, 201, 422, 422])
    const refused = made.find(({ status }) => status !== 201)!
    assert.deepEqual(
      [refused.body.errors[0].detail, refused.body.errors[0].source],
      ['you have 100 feed tokens already; revoke one first', { pointer: '/data' }],
    )
  })
})
