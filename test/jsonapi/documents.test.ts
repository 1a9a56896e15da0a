/** The shape of answers: documents, lists, links and the names under which a record is found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentOf, NOT_FOUND, relationshipsOf, resourceOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const made = await make(service, owner, 'event')
const event = linkTo(made)
const { identifier } = made.attributes
const describedby = '/v1/openapi.json'

const socialLink = (id: string, name: string, identifier: string) =>
  resourceOf(
    '/v1/social-links',
    { type: 'social-link', id },
    { name, link: 'https://example.org/@plenum', identifier, 'deleted-at': null },
    { event },
  )

describe('a list', () => {
  it('holds whole resources, the count of all matches and links to the pages around', async () => {
    const parent = linkTo(await make(service, owner, 'event'))
    const url = `/v1/events/${parent.id}/session-types`
    const data: Json[] = []
    for (const name of ['Talk', 'Workshop', 'Panel'])
      data.push(await make(service, owner, 'session-type', { name }, { event: parent }))

    const answer = await service.call('GET', `${url}?page[size]=1&page[number]=2`)

    const at = (number: number) => `${url}?page%5Bsize%5D=1&page%5Bnumber%5D=${number}`
    assert.deepEqual(
      [answer.status, answer.headers['content-type'], answer.body],
      [
        200,
        'application/vnd.api+json',
        {
          data: [data[1]],
          links: {
            self: at(2),
            first: at(1),
            last: at(3),
            prev: at(1),
            next: at(3),
            describedby,
          },
          meta: { count: 3 },
          jsonapi: { version: '1.0' },
        },
      ],
    )
  })

  it('without a match is empty and has one page', async () => {
    const parent = linkTo(await make(service, owner, 'event'))
    const url = `/v1/events/${parent.id}/tracks`

    const { status, body } = await service.call('GET', url)

    const first = `${url}?page%5Bnumber%5D=1`
    assert.equal(status, 200)
    assert.deepEqual(body, {
      data: [],
      links: { self: url, first, last: first, prev: null, next: null, describedby },
      meta: { count: 0 },
      jsonapi: { version: '1.0' },
    })
  })

  it('keeps in its links all that was asked', async () => {
    const { body } = await service.call('GET', '/v1/event-types?sort=-name&filter[name]=Who?&page[size]=5')

    assert.equal(
      body.links.last,
      '/v1/event-types?sort=-name&filter%5Bname%5D=Who%3F&page%5Bsize%5D=5&page%5Bnumber%5D=1',
    )
  })
})

describe('every link of a document can be fetched:', () => {
  for (const [type, path] of [
    ['event', '/v1/events'],
    ['session', '/v1/sessions'],
    ['speaker', '/v1/speakers'],
    ['track', '/v1/tracks'],
    ['custom-form', '/v1/custom-forms'],
    ['role-invite', '/v1/role-invites'],
  ] as const)
    it(`those of the type ${type}`, async () => {
      const resource = type === 'event' ? made : await make(service, owner, type, {}, { event })
      const answer = await service.call('GET', `${path}/${resource.id}`, { as: owner })

      const links = Object.values<Json>(answer.body.data.relationships).flatMap((one) =>
        Object.values(one.links),
      )
      const statuses = await Promise.all(
        links.map(async (url) => [url, (await service.call('GET', url as string, { as: owner })).status]),
      )

      assert.deepEqual(
        statuses,
        // The one exception: an event without a call for speakers.
        links.map((url) => [url, url === `${path}/${resource.id}/speakers-call` ? 404 : 200]),
      )
    })
})

describe('an empty to-one relationship', () => {
  it('is null at its related route and at its relationship route', async () => {
    const url = `/v1/events/${event.id}`
    const jsonapi = { version: '1.0' }

    const related = await service.call('GET', `${url}/event-copyright`)
    const linkage = await service.call('GET', `${url}/relationships/event-copyright`)

    assert.deepEqual(related.body, {
      data: null,
      links: { self: `${url}/event-copyright`, describedby },
      jsonapi,
    })
    const { links } = relationshipsOf(url, { 'event-copyright': null })['event-copyright']
    assert.deepEqual(linkage.body, { data: null, links, jsonapi })
    assert.deepEqual([related.status, linkage.status], [200, 200])
  })

  it('has no linkage while an event has no call for speakers, which is not found then', async () => {
    const url = `/v1/events/${event.id}`
    const { body } = await service.call('GET', url)
    const { status, body: related } = await service.call('GET', `${url}/speakers-call`)

    assert.equal('data' in body.data.relationships['speakers-call'], false)
    assert.deepEqual([status, related.errors[0].detail], [404, 'There is no speakers-call.'])
  })

  it('is not found below an event that is not there', async () => {
    const { status, body } = await service.call('GET', '/v1/events/999999/speakers-call')

    assert.deepEqual([status, body], [404, NOT_FOUND])
  })
})

describe('an event is found by its identifier too:', () => {
  it('read, as a parent, in a relationship and in a change', async () => {
    const byName = `/v1/events/${identifier}`
    const link = await make(service, owner, 'social-link', {}, { event: { type: 'event', id: identifier } })
    const change = { type: 'event', id: event.id, attributes: { 'owner-name': 'Ada' } }

    const read = await service.call('GET', byName, { as: owner })
    const changed = await service.call('PATCH', byName, { as: owner, body: { data: change } })
    const named = await service.call('PATCH', byName, {
      as: owner,
      body: { data: { ...change, id: identifier } },
    })
    const nested = await service.call('GET', `${byName}/social-links`)
    const linkage = await service.call('GET', `${byName}/relationships/social-links`)

    const whole = await service.call('GET', `/v1/events/${event.id}`, { as: owner })
    assert.deepEqual(link.relationships.event.data, event)
    assert.deepEqual(read.body, documentOf(made, byName))
    assert.deepEqual(changed.body, documentOf(whole.body.data, byName))
    assert.deepEqual(named.body, changed.body)
    assert.deepEqual(nested.body.data, [link])
    assert.deepEqual(linkage.body, {
      data: [linkTo(link)],
      links: { self: `${byName}/relationships/social-links`, related: `${byName}/social-links` },
      jsonapi: { version: '1.0' },
    })
  })

  it('created below and deleted', async () => {
    const { id, attributes } = await make(service, owner, 'event')
    const url = `/v1/events/${attributes.identifier}`

    const created = await service.call('POST', `${url}/tracks`, { as: owner, body: bodyOf('track') })
    const call = await service.call('POST', `${url}/speakers-call`, {
      as: owner,
      body: bodyOf('speakers-call'),
    })
    const removed = await service.call('DELETE', `${url}/speakers-call`, { as: owner })
    const deleted = await service.call('DELETE', url, { as: owner })

    assert.deepEqual(created.body.data.relationships.event.data, { type: 'event', id })
    assert.equal(created.headers.location, `/v1/tracks/${created.body.data.id}`)
    assert.deepEqual(call.body.data.relationships.event.data, { type: 'event', id })
    assert.deepEqual([removed.status, deleted.status], [200, 200])
    assert.equal((await service.call('GET', url, { as: owner })).status, 404)
  })
})

describe('the second spelling of a path', () => {
  it('/event-copyrights leads to the same records, which name the first', async () => {
    const parent = linkTo(await make(service, owner, 'event'))
    const body = bodyOf('event-copyright', { holder: 'Ada' }, { event: parent })

    const created = await service.call('POST', '/v1/event-copyrights', { as: owner, body })
    const { id } = created.body.data
    const alias = await service.call('GET', `/v1/event-copyrights/${id}`)
    const canonical = await service.call('GET', `/v1/event-copyright/${id}`)

    assert.equal(created.headers.location, `/v1/event-copyright/${id}`)
    assert.deepEqual(created.body, canonical.body)
    assert.deepEqual(alias.body, documentOf(canonical.body.data, `/v1/event-copyrights/${id}`))
  })

  it('below an event is the collection of a record that it has once', async () => {
    const parent = linkTo(await make(service, owner, 'event'))
    const url = `/v1/events/${parent.id}`
    const body = bodyOf('speakers-call')

    const created = await service.call('POST', `${url}/speakers-calls`, { as: owner, body })
    const list = await service.call('GET', `${url}/speakers-calls`)
    const one = await service.call('GET', `${url}/speakers-call`)

    assert.equal(created.status, 201)
    assert.equal(list.body.data.length, 1)
    assert.deepEqual(one.body.data, list.body.data[0])
  })
})

describe('a record created below its event', () => {
  it('belongs to the event of the path, whatever the body says', async () => {
    const other = linkTo(await make(service, owner, 'event'))
    const body = bodyOf('social-link', { name: 'Home' }, { event: other })

    const answer = await service.call('POST', `/v1/events/${event.id}/social-links`, { as: owner, body })

    const { id, attributes } = answer.body.data
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body, documentOf(socialLink(id, 'Home', attributes.identifier)))
  })
})

describe('a deleted record', () => {
  it('is brought back by staff with deleted-at null, and by nobody else', async () => {
    const admin = await logInAdmin(service)
    const { id } = await make(service, owner, 'track', {}, { event })
    const url = `/v1/tracks/${id}`
    const body = { data: { type: 'track', id, attributes: { 'deleted-at': null } } }
    await service.call('DELETE', url, { as: owner })

    const tried = await service.call('PATCH', url, { as: owner, body })
    const done = await service.call('PATCH', url, { as: admin, body })

    assert.deepEqual([tried.status, tried.body], [404, NOT_FOUND])
    assert.deepEqual([done.status, done.body], [200, (await service.call('GET', url)).body])
  })
})
