import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { isWritable } from '../../src/jsonapi/links.ts'
import { type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const service = await startTestService()
const { body: document } = await service.call('GET', '/v1/openapi.json')

/** An example may have members that one part of its schema does not name, because another part does. */
const LINT = `extends: [recommended]
rules:
  no-ambiguous-paths: off
  no-invalid-media-type-examples: { severity: error, allowAdditionalProperties: true }
`

describe('the OpenAPI document', () => {
  it('has an operation for every route that is served, but for changes of links that nobody may change', () => {
    const documented = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = service.routes.map(
      ({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')}`,
    )
    const refused = [...service.models.values()].flatMap(({ declaration, relations }) =>
      [...relations.values()]
        .filter((one) => !isWritable(one) || (one.kind === 'belongs-to' && one.rules.fixed))
        .flatMap(({ wire }) =>
          [declaration.path, ...(declaration.aliases ?? [])].flatMap((path) =>
            ['PATCH', 'POST', 'DELETE'].map((method) => `${method} /v1${path}/{id}/relationships/${wire}`),
          ),
        ),
    )
    const expected = served.filter((one) => !refused.includes(one))

    assert.deepEqual(documented.sort(), expected.sort())
  })

  it('is kept in docs/openapi.json as it is served', async () => {
    const kept = await readFile(join(ROOT, 'docs/openapi.json'), 'utf8')
    const { payload } = await service.app.inject('/v1/openapi.json')

    assert.ok(
      kept === `${payload}\n`,
      'docs/openapi.json is out of date. Run "npm run openapi" and commit it.',
    )
  })

  it('is written by the script, with the schema of the client', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'plenum-openapi-'))
    t.after(() => rm(folder, { recursive: true }))

    await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/openapi.ts'), folder])

    const read = (...path: string[]) => readFile(join(...path), 'utf8')
    assert.ok((await read(folder, 'openapi.json')) === (await read(ROOT, 'docs/openapi.json')))
    assert.ok((await read(folder, 'schema.ts')) === (await read(ROOT, 'packages/client/src/schema.ts')))
  })

  it('has no lint error', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plenum-openapi-'))
    const file = join(folder, 'openapi.json')
    const config = join(folder, 'redocly.yaml')
    await writeFile(file, JSON.stringify(document))
    await writeFile(config, LINT)
    const cli = join(import.meta.dirname, '../../node_modules/.bin/redocly')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await promisify(execFile)(cli, ['lint', file, '--format=json', `--config=${config}`], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error) => error)
    await rm(folder, { recursive: true })
    const { problems } = JSON.parse(stdout)
    assert.deepEqual(
      problems.map(({ ruleId, message }: Record<string, string>) => `${ruleId}: ${message}`),
      [],
    )
  })

  it('puts every operation under one tag, and every tag into one group', () => {
    const operations = Object.values(document.paths as Record<string, Json>).flatMap((item) =>
      Object.values(item),
    )
    const used = new Set(operations.map(({ tags }: Json) => tags.join()))
    const declared = document.tags.map(({ name }: Json) => name)
    const grouped = document['x-tagGroups'].flatMap(({ tags }: Json) => tags)

    assert.deepEqual([...used].sort(), [...declared].sort())
    assert.deepEqual(grouped, declared)
  })

  it('describes a resource by its declaration: what is required, what may be null, what may be chosen', () => {
    const { EventCreate, Session } = document.components.schemas
    assert.deepEqual(EventCreate.properties.data.properties.attributes.required, ['name', 'ends-at'])
    assert.deepEqual(Session.properties.attributes.properties.level, {
      description: 'How much the audience should already know.',
      type: ['string', 'null'],
      enum: ['Beginner', 'Intermediate', 'Advanced', 'Expert', null],
    })
  })

  it('has the sentences of the declaration for every member of a resource, as returned and as sent', () => {
    const schemas = Object.entries(document.components.schemas as Record<string, Json>)
    const undescribed = schemas.flatMap(([name, { properties = {} }]) => {
      const { attributes, relationships } = properties.data?.properties ?? properties
      const members = { ...attributes?.properties, ...relationships?.properties }
      return Object.entries(members as Record<string, Json>)
        .filter(([, { description }]) => !description)
        .map(([member]) => `${name}: ${member}`)
    })

    assert.deepEqual(undescribed, [])
    assert.equal(
      document.components.schemas.Session.description,
      'A talk, workshop or other part of the programme of an event.',
    )
  })

  it('says which relationships a creation needs, unless the path has them', () => {
    const bodyOf = (path: string) => document.paths[path].post.requestBody.content[MEDIA_TYPE].schema
    const event = { type: { const: 'event' }, id: { type: 'string', minLength: 1 } }
    const { EventSubTopicCreate } = document.components.schemas

    assert.deepEqual(
      bodyOf('/v1/tracks').allOf[1].properties.data.properties.relationships.properties.event.properties.data,
      { type: 'object', properties: event, required: ['type', 'id'] },
    )
    assert.deepEqual(bodyOf('/v1/events/{id}/tracks'), { $ref: '#/components/schemas/TrackCreate' })
    assert.deepEqual(EventSubTopicCreate.properties.data.required, ['type', 'attributes', 'relationships'])
  })

  it('says which links may be empty: also required ones, when what they lead to was deleted', () => {
    const { EventSubTopic, EventSubTopicCreate, Track } = document.components.schemas
    const linkage = (schema: Json, name: string) =>
      schema.properties.relationships.properties[name].properties.data
    const topic = {
      type: 'object',
      properties: { type: { const: 'event-topic' }, id: { type: 'string', minLength: 1 } },
      required: ['type', 'id'],
    }

    assert.deepEqual(linkage(EventSubTopic, 'event-topic'), { anyOf: [topic, { type: 'null' }] })
    assert.deepEqual(linkage(EventSubTopicCreate.properties.data, 'event-topic'), topic)
    assert.equal(linkage(Track, 'event').type, 'object')
  })

  it('names what may be included, sorted by and asked for', () => {
    const { EventTypeInclude, EventTypeSort, Fields } = document.components.parameters
    const sorts = ['id', 'name', 'slug', 'deleted-at'].flatMap((name) => [name, `-${name}`])
    const { 'event-type': fields, ...others } = Fields.schema.properties

    assert.deepEqual(EventTypeInclude.schema.items.enum.slice(0, 2), ['events', 'events.event-type'])
    assert.deepEqual(EventTypeSort.schema.items.enum.toSorted(), sorts.toSorted())
    assert.deepEqual(fields, { type: 'string', pattern: '^((id|name|slug|deleted-at|events)(,|$))*$' })
    assert.deepEqual(Object.keys(others).length, service.models.size - 1)
  })

  it('is shown by a page that loads nothing from elsewhere', async () => {
    const page = await service.call('GET', '/docs/')
    const scripts = [...String(page.body).matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
    const script = await service.call('GET', `/docs/${scripts[0]}`)

    assert.deepEqual({ status: page.status, scripts }, { status: 200, scripts: ['js/scalar.js'] })
    assert.match(String(page.body), /"withDefaultFonts":\s*false/)
    assert.equal(script.status, 200)
  })

  it('is what the address of the service leads to', async () => {
    const { status, headers } = await service.call('GET', '/')

    assert.deepEqual({ status, location: headers.location }, { status: 302, location: '/docs/' })
  })
})
