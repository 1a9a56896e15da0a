import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
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

  it('is what the address of the service leads to', async () => {
    const { status, headers } = await service.call('GET', '/')

    assert.deepEqual({ status, location: headers.location }, { status: 302, location: '/docs/' })
  })
})

describe('the API reference', () => {
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const {
      statusCode: status,
      headers: answered,
      payload,
      rawPayload,
    } = await service.app.inject({ url, headers })
    return { status, headers: answered, text: payload, bytes: rawPayload }
  }
  const names: string[] = document.tags.map(({ name }: Json) => name)

  it('presents the resources in the order of the domain, then tasks, files, accounts and the operation', () => {
    const groups = document['x-tagGroups'].map(({ name }: Json) => name)

    assert.deepEqual(names.slice(0, 4), ['event', 'session', 'speaker', 'track'])
    assert.deepEqual(groups, ['Events', 'Tasks and files', 'Accounts', 'Administration', 'Operation'])
  })

  it('has an overview that leads to a page for every group', async () => {
    const { status, text } = await read('/docs/')
    const links = [...text.matchAll(/<li><a href="\/docs\/([\w-]+)"/g)].map(([, name]) => name)

    assert.equal(status, 200)
    assert.match(text, /<title>Plenum API reference<\/title>/)
    assert.deepEqual(links.slice(-names.length), names)
    assert.deepEqual(
      [...text.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id),
      ['start', 'authentication', 'errors', 'filters', 'pages', 'includes', 'archives', 'groups'],
    )
  })

  it('shows every operation with a line for the shell, and every field with its sentence', async () => {
    const pages = await Promise.all(names.map((name) => read(`/docs/${name}`)))
    const shown = pages.flatMap(({ text }) =>
      [...text.matchAll(/id="(\w+)">\n<h3>.*\n<p>.*\n<pre tabindex="0"><code>curl /g)].map(([, id]) => id),
    )
    const operations = Object.values(document.paths as Json).flatMap((item) => Object.values(item as Json))

    assert.deepEqual([...new Set(pages.map(({ status }) => status))], [200])
    assert.deepEqual(shown.sort(), operations.map(({ operationId }: Json) => operationId).sort())
    assert.match(
      pages[names.indexOf('session')]!.text,
      /<code>level<\/code><\/th><td>How much the audience should already know\./,
    )
  })

  it('writes names in the lines so that the shell fills them in', async () => {
    const { text } = await read('/docs/log-in')

    assert.ok(
      text.includes(
        `curl -X POST &#39;http://plenum.test/v1/auth/login&#39; \\
  -H &#39;Content-Type: application/json&#39; \\
  -d &#39;{
    &quot;email&quot;: &quot;&#39;&quot;$EMAIL&quot;&#39;&quot;,
    &quot;password&quot;: &quot;&#39;&quot;$PASSWORD&quot;&#39;&quot;
  }&#39;</code>`,
      ),
    )
  })

  it('runs no script and loads nothing from elsewhere', async () => {
    const pages = await Promise.all(['', ...names].map((name) => read(`/docs/${name}`)))
    const addresses = pages.flatMap(({ text }) =>
      [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address!),
    )

    assert.deepEqual(
      addresses.filter((address) => !/^(\/(docs\/|v1\/openapi\.json$)|#)/.test(address)),
      [],
    )
    assert.deepEqual(
      pages.filter(({ text }) => /<script|<img|<iframe|style=|@import/.test(text)),
      [],
    )
    assert.equal(
      pages[0]!.headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  it('is compressed, and sent again only when it has changed', async () => {
    const [, style] = /href="(\/docs\/style-[0-9a-f]{16}\.css)"/.exec((await read('/docs/')).text)!
    for (const url of ['/docs/', '/docs/event', '/v1/openapi.json', style!]) {
      const plain = await read(url)
      const packed = await read(url, { 'accept-encoding': 'gzip, br' })
      const again = await read(url, { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) })

      assert.equal(packed.headers['content-encoding'], 'br')
      assert.ok(brotliDecompressSync(packed.bytes).equals(plain.bytes))
      assert.ok(packed.bytes.length < plain.bytes.length / 2, url)
      assert.match(String(packed.headers.vary), /Accept-Encoding/)
      assert.deepEqual([again.status, again.text], [304, ''])
    }
    assert.equal((await read(style!)).headers['cache-control'], 'public, max-age=31536000, immutable')
  })

  it('stays small', async () => {
    const sizes = await Promise.all(
      ['/v1/openapi.json', ...names.map((name) => `/docs/${name}`)].map(async (url) => {
        const { bytes } = await read(url, { 'accept-encoding': 'br' })
        return { url, bytes: bytes.length }
      }),
    )

    assert.deepEqual(
      sizes.filter(({ url, bytes }) => bytes > (url.startsWith('/v1') ? 150_000 : 20_000)),
      [],
    )
  })

  it('has no page of another name', async () => {
    assert.deepEqual(
      await Promise.all(
        ['/docs/nothing', '/docs/event/', '/docs/__proto__'].map(async (url) => (await read(url)).status),
      ),
      [404, 404, 404],
    )
    assert.equal((await read('/docs')).headers.location, '/docs/')
  })
})
