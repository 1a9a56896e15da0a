/** The query of a read: which records come along, which fields, in which order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorsOf, resourceOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const tracks = await makeAll('track', [{ name: 'Science' }, { name: 'Art' }])
const speakers = await makeAll('speaker', [{ name: 'Ada' }, { name: 'Grace' }])
const [science, art] = tracks.map(linkTo) as [Link, Link]
const [ada, grace] = speakers.map(linkTo) as [Link, Link]
const tea = await makeSession('Tea', '2030-05-01T10:00:00Z', science, [ada, grace])
const jam = await makeSession('Jam', '2030-05-01T10:00:00Z', art, [ada])
const ham = await makeSession('Ham', '2030-05-02T10:00:00Z', science, [])

type Link = ReturnType<typeof linkTo>

async function makeAll(type: string, all: Json[]): Promise<Json[]> {
  const made: Json[] = []
  for (const attributes of all) made.push(await make(service, owner, type, attributes, { event }))
  return made
}

async function makeSession(title: string, startsAt: string, track: Link, with_: Link[]): Promise<Link> {
  return linkTo(
    await make(
      service,
      owner,
      'session',
      { title, 'starts-at': startsAt },
      { event, track, speakers: with_ },
    ),
  )
}

const names = (records: Json[]) => records.map(({ type, id }) => `${type} ${id}`)

async function refuse(url: string, parameter: string, detail: string): Promise<void> {
  const { status, body } = await service.call('GET', url)
  const expected = errorsOf(400, 'bad-request', 'Bad Request', [detail, { parameter }])
  assert.deepEqual([url, status, body], [url, 400, expected])
}

describe('include', () => {
  it('brings related records, and says in the relationship which they are', async () => {
    const { status, body } = await service.call(
      'GET',
      `/v1/sessions/${tea.id}?include=track,speakers,microlocation`,
    )

    const { track, speakers: linked, microlocation } = body.data.relationships
    assert.equal(status, 200)
    assert.deepEqual(names(body.included).sort(), names([ada, grace, science]).sort())
    assert.deepEqual([track.data, linked.data, microlocation.data], [science, [ada, grace], null])
    const included = body.included.find((one: Json) => one.type === 'track')
    assert.deepEqual(included, (await service.call('GET', `/v1/tracks/${science.id}`)).body.data)
  })

  it('goes along a dotted path, three relationships deep', async () => {
    const { status, body } = await service.call(
      'GET',
      `/v1/tracks/${art.id}?include=sessions.speakers.sessions`,
    )

    const find = (one: Link) => body.included.find(({ type, id }: Json) => type === one.type && id === one.id)
    assert.equal(status, 200)
    assert.deepEqual(names(body.included).sort(), names([jam, ada, tea]).sort())
    assert.deepEqual(body.data.relationships.sessions.data, [jam])
    assert.deepEqual(find(jam).relationships.speakers.data, [ada])
    assert.deepEqual(find(ada).relationships.sessions.data, [tea, jam])
  })

  it('holds each record once, and none that is in data, so that every record is linked from another', async () => {
    const url = `/v1/events/${event.id}/sessions?include=track,track.sessions,speakers.sessions.track,event.tracks&sort=id`

    const { body } = await service.call('GET', url)

    const all = names([...body.data, ...body.included])
    assert.deepEqual(all.sort(), names([tea, jam, ham, science, art, ada, grace, event]).sort())
    const linked = new Set(
      [...body.data, ...body.included]
        .flatMap((one: Json) => Object.values<Json>(one.relationships))
        .flatMap((relationship) => names([relationship.data ?? []].flat())),
    )
    assert.deepEqual(
      names(body.included).filter((name) => !linked.has(name)),
      [],
    )
  })

  it('gives the same tag for the same document, in whichever order the records were found', async () => {
    const url = `/v1/events/${event.id}?include=sessions.speakers,tracks,speakers.sessions,social-links,session-types`

    const answers = await Promise.all(Array.from({ length: 30 }, () => service.call('GET', url)))

    assert.deepEqual([...new Set(answers.map(({ headers }) => headers.etag))], [answers[0]!.headers.etag])
  })

  it('goes on from a record under sparse fields, on whichever path it was met first', async () => {
    const url = `/v1/events/${event.id}?include=sessions,speakers.sessions.track&fields[session]=title`

    const { body } = await service.call('GET', url)

    assert.deepEqual(names(body.included).sort(), names([tea, jam, ham, ada, grace, science, art]).sort())
  })

  it('of nothing is an empty list', async () => {
    const { id } = await make(
      service,
      owner,
      'track',
      {},
      { event: await make(service, owner, 'event').then(linkTo) },
    )

    const { body } = await service.call('GET', `/v1/tracks/${id}?include=sessions`)

    assert.deepEqual([body.data.relationships.sessions.data, body.included], [[], []])
  })

  it('works on a write as on a read', async () => {
    const body = bodyOf('track', { name: 'Made' }, { event })

    const answer = await service.call('POST', '/v1/tracks?include=event', { as: owner, body })

    assert.deepEqual([answer.status, names(answer.body.included)], [201, names([event])])
  })

  it('of what is no relationship, or too deep, is refused', async () => {
    const url = '/v1/sessions?include='
    await refuse(`${url}title`, 'include', 'include cannot use title: session has no such relationship.')
    await refuse(
      `${url}track.nope`,
      'include',
      'include cannot use track.nope: track has no such relationship.',
    )
    await refuse(
      `${url}track..event`,
      'include',
      'include cannot use track..event: track has no such relationship.',
    )
    await refuse(
      `${url}__proto__`,
      'include',
      'include cannot use __proto__: session has no such relationship.',
    )
    await refuse(
      `${url}track.sessions.track.sessions`,
      'include',
      'include must not be more than 3 relationships deep.',
    )
  })
})

describe('fields', () => {
  it('limit attributes and relationships of a type, in data and in included', async () => {
    const url = `/v1/sessions/${tea.id}?include=track&fields[session]=title,starts-at,track&fields[track]=font_color`

    const { body } = await service.call('GET', url)

    const self = `/v1/sessions/${tea.id}`
    assert.deepEqual(body, {
      data: resourceOf(
        '/v1/sessions',
        tea,
        { title: 'Tea', 'starts-at': '2030-05-01T10:00:00+00:00' },
        { track: science },
      ),
      included: [resourceOf('/v1/tracks', science, { 'font-color': '#ffffff' })],
      links: { self: url.replaceAll('[', '%5B').replaceAll(']', '%5D'), describedby: '/v1/openapi.json' },
      jsonapi: { version: '1.0' },
    })
    assert.equal(body.data.links.self, self)
  })

  it('leave the id alone when they are empty or name only it', async () => {
    for (const value of ['', 'id']) {
      const { body } = await service.call('GET', `/v1/tracks/${art.id}?fields[track]=${value}`)
      assert.deepEqual(body.data, resourceOf('/v1/tracks', art, {}))
    }
  })

  it('that the type does not have, or types that there are not, are refused', async () => {
    await refuse(
      '/v1/tracks?fields[track]=name,nope',
      'fields[track]',
      'fields[track] cannot use nope: track has no such field.',
    )
    await refuse('/v1/tracks?fields[nope]=id', 'fields[nope]', 'fields[nope] has an unknown type.')
    await refuse('/v1/tracks?fields=name', 'fields', 'fields is not a known query parameter.')
  })
})

describe('sort', () => {
  const order = async (sort: string) => {
    const { body } = await service.call('GET', `/v1/events/${event.id}/sessions?sort=${sort}`)
    return names(body.data)
  }

  it('orders by several keys, each rising or falling, and by the id at last', async () => {
    assert.deepEqual(await order('title'), names([ham, jam, tea]))
    assert.deepEqual(await order('-title'), names([tea, jam, ham]))
    assert.deepEqual(await order('starts-at,title'), names([jam, tea, ham]))
    assert.deepEqual(await order('-starts_at,-title'), names([ham, tea, jam]))
    assert.deepEqual(await order('starts-at'), names([tea, jam, ham]))
    assert.deepEqual(await order('-id'), names([ham, jam, tea]))
    assert.deepEqual(await order(''), names([tea, jam, ham]))
  })

  it('orders by an attribute of a to-one relationship', async () => {
    assert.deepEqual(await order('track.name'), names([jam, tea, ham]))
    assert.deepEqual(await order('-track.name,-title'), names([tea, ham, jam]))
    assert.deepEqual(await order('track.id,id'), names([tea, ham, jam]))
  })

  it('by what cannot be ordered is refused', async () => {
    for (const key of [
      'nope',
      'track',
      'speakers.name',
      'track.nope',
      'track.event.name',
      'slides',
      'send-email',
    ]) {
      const { status, body } = await service.call('GET', `/v1/sessions?sort=title,-${key}`)
      assert.deepEqual(
        [key, status, body.errors.length, body.errors[0].source],
        [key, 400, 1, { parameter: 'sort' }],
      )
    }
  })
})
