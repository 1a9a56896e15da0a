/** Documents as the contract prescribes them, to be compared as whole values. */
import assert from 'node:assert/strict'
import type { Answer, Caller, Json, TestService } from './service.ts'

export interface Identifier {
  type: string
  id: string
}

/** What a relationship holds: its record, null, the records of a to-many that is included, or `MANY` for links alone. */
export type Linkage = Record<string, Identifier | Identifier[] | null | typeof MANY>
export const MANY = undefined

export function relationshipsOf(self: string, linkage: Linkage): Json {
  return Object.fromEntries(
    Object.entries(linkage).map(([name, data]) => {
      const links = { self: `${self}/relationships/${name}`, related: `${self}/${name}` }
      return [name, data === MANY ? { links } : { links, data }]
    }),
  )
}

export function resourceOf(
  path: string,
  { type, id }: Identifier,
  attributes: Json,
  linkage: Linkage = {},
): Json {
  const self = `${path}/${id}`
  return { type, id, attributes, relationships: relationshipsOf(self, linkage), links: { self } }
}

export function documentOf(data: Json, self = data.links.self): Json {
  return { data, links: { self, describedby: '/v1/openapi.json' }, jsonapi: { version: '1.0' } }
}

export const DELETED = { meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } }

export function errorsOf(status: number, code: string, title: string, ...faults: [string, Json][]): Json {
  const errors = faults.map(([detail, source]) => ({ status: String(status), code, title, detail, source }))
  return { errors, jsonapi: { version: '1.0' } }
}

export const NOT_FOUND = errorsOf(404, 'not-found', 'Not Found', ['The object was not found.', {}])

/** Every error has the same five members, whoever refuses. */
export function assertEnvelope({ status, headers, body }: Answer): void {
  assert.equal(headers['content-type'], 'application/vnd.api+json')
  assert.deepEqual(Object.keys(body).sort(), ['errors', 'jsonapi'], JSON.stringify(body))
  assert.deepEqual(body.jsonapi, { version: '1.0' })
  assert.ok(body.errors.length > 0)
  for (const error of body.errors) {
    assert.deepEqual(Object.keys(error).sort(), ['code', 'detail', 'source', 'status', 'title'])
    assert.equal(error.status, String(status))
    assert.match(error.code, /^[a-z-]+$/)
    assert.ok(typeof error.title === 'string' && error.title !== '')
    assert.ok(typeof error.detail === 'string' && error.detail !== '')
    const [[name, value] = [], ...others] = Object.entries(error.source)
    assert.deepEqual(others, [])
    if (name === undefined) continue
    assert.ok(['pointer', 'parameter', 'header'].includes(name) && typeof value === 'string', name)
  }
}

export interface Life {
  type: string
  path: string
  as: Caller
  /** What is sent; all else takes its default. */
  sent: Json
  /** The relationships that are sent. */
  linked?: Record<string, Identifier | Identifier[]>
  /** All attributes that come back, but for those that the service makes. */
  whole: Json
  /** The attributes that the service makes, with the form they have. */
  made?: Record<string, RegExp>
  /** What it links to; a function where that is known by its own id. */
  linkage: Linkage | ((id: string) => Linkage)
  change: Json
  changed: Json
}

/** Creates a record, reads it, changes it and deletes it; each answer is compared as a whole. */
export async function liveThrough(service: TestService, life: Life): Promise<void> {
  const { type, path, as, sent, linked = {}, whole, made = {}, linkage, change, changed } = life
  const relationships = Object.fromEntries(Object.entries(linked).map(([name, data]) => [name, { data }]))
  const expected = (answer: Json, attributes: Json) => {
    const own = Object.entries(made).map(([name, form]) => {
      assert.match(answer.body.data.attributes[name], form)
      return [name, answer.body.data.attributes[name]]
    })
    const identifier = { type, id: answer.body.data.id }
    const linked = typeof linkage === 'function' ? linkage(identifier.id) : linkage
    return documentOf(resourceOf(path, identifier, { ...attributes, ...Object.fromEntries(own) }, linked))
  }

  const created = await service.call('POST', path, {
    as,
    body: { data: { type, attributes: sent, relationships } },
  })
  assert.deepEqual(created.body, expected(created, whole))
  assert.equal(created.status, 201)
  const self = `${path}/${created.body.data.id}`
  assert.equal(created.headers.location, self)
  assert.equal(created.headers['content-type'], 'application/vnd.api+json')

  const read = await service.call('GET', self, { as })
  assert.deepEqual([read.status, read.body], [200, created.body])

  const body = { data: { type, id: created.body.data.id, attributes: change } }
  const updated = await service.call('PATCH', self, { as, body })
  assert.deepEqual([updated.status, updated.body], [200, expected(updated, { ...whole, ...changed })])

  const deleted = await service.call('DELETE', self, { as })
  assert.deepEqual([deleted.status, deleted.body], [200, DELETED])
  const gone = await service.call('GET', self, { as })
  assert.deepEqual([gone.status, gone.body], [404, NOT_FOUND])
}

export const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/
