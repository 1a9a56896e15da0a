/**
 * A resource that is declared only here, as docs/architecture.md says how to add one. Its declaration, its table and its
 * sample are all that it needs: routes, documentation, archives and the tests of all resources follow.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { PART_OF_EVENT } from '../../src/resources/access-rules.ts'
import { resources } from '../../src/resources/all.ts'
import { integer, resource, text, url } from '../../src/resources/declare.ts'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { rowsOf } from '../permissions/rights.ts'
import { prepareWalk, walkRoutes } from '../permissions/walk.ts'
import { testBadFields } from '../support/bad-fields.ts'
import { testBadReferences } from '../support/bad-references.ts'
import { makeCatalog } from '../support/catalog.ts'
import { filesOf } from '../support/comparable.ts'
import { errorsOf } from '../support/document.ts'
import { make } from '../support/make.ts'
import { makeSample, sampleBody } from '../support/sample-body.ts'
import { type Sample, samples } from '../support/samples.ts'
import { type Json, startTestService } from '../support/service.ts'
import { testSoftDelete } from '../support/soft-delete.ts'

const venue = resource({
  type: 'venue',
  about: 'A building of an event.',
  path: '/venues',
  table: 'venues',
  fields: {
    name: text({ required: true }),
    website: url({ nullable: true }),
    seats: integer({ default: 0, min: 0, max: 100_000 }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    name: 'The name of the building.',
    website: 'Where to learn more about it.',
    seats: 'How many people it seats.',
  },
  refusals: { venues_name_unique: { at: 'name', message: 'The event already has a venue of this name.' } },
  archive: { file: 'venues', first: ['id', 'name'] },
  access: PART_OF_EVENT,
  softDelete: true,
})

const MIGRATION = `
  create table venues (
    id bigint generated always as identity primary key,
    event_id bigint not null constraint venues_event_exists references events on delete cascade,
    name text not null,
    website text,
    seats integer not null default 0 constraint venues_seats_in_range check (seats between 0 and 100000),
    deleted_at timestamptz
  );
  create unique index venues_name_unique on venues (event_id, name) where deleted_at is null;`

const sample: Sample<typeof venue> = {
  attributes: { name: 'Town hall', seats: 300 },
  unique: (count) => ({ name: `Town hall ${count}` }),
  rights: 'kept by coorganizers',
}

const catalog = makeCatalog([...resources, venue], { ...samples, venue: sample })
const service = await startTestService({ WORKERS: '1' }, { catalog, migration: MIGRATION })
const walk = await prepareWalk(service)
const owner = walk.cast.owner!
const admin = walk.cast.admin!

const rows = rowsOf(catalog)
const isOwn = ({ url }: { url: string }) => url.startsWith('/v1/venues')
const routes = service.routes.filter(isOwn)

it('a type without a sample is reported in a sentence', () => {
  assert.throws(
    () => makeCatalog([venue], {}).entryOf('venue'),
    new Error('The type venue has no sample. Add one to test/support/samples.ts.'),
  )
})

it('has routes, each with a row of the permission table', () => {
  const named = routes.map(({ method, url }) => `${method} ${url}`)

  assert.deepEqual(named, [
    'GET /v1/venues',
    'POST /v1/venues',
    'GET /v1/venues/:id',
    'PATCH /v1/venues/:id',
    'DELETE /v1/venues/:id',
    'GET /v1/venues/:id/event',
    'GET /v1/venues/:id/relationships/event',
    'PATCH /v1/venues/:id/relationships/event',
  ])
  assert.deepEqual(
    named.filter((name) => !rows[name]),
    [],
  )
})

it('is documented', async () => {
  const { paths, components } = (await service.call('GET', '/v1/openapi.json')).body
  const operations = Object.entries<Json>(paths).filter(([path]) => path.startsWith('/v1/venues'))

  assert.deepEqual(
    operations.flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`)).length,
    routes.length,
  )
  assert.deepEqual(Object.keys(components.schemas.Venue.properties.attributes.properties), [
    'name',
    'website',
    'seats',
    'deleted-at',
  ])
})

it('is told what its table refuses', async () => {
  const body = await sampleBody(service, owner, 'venue')
  const { event } = body.data.relationships
  await make(service, owner, 'venue', body.data.attributes, { event: event.data })

  const answer = await service.call('POST', '/v1/venues', { as: owner, body })

  const source = { pointer: '/data/attributes/name' }
  assert.deepEqual(
    [answer.status, answer.body],
    [409, errorsOf(409, 'conflict', 'Conflict', ['The event already has a venue of this name.', source])],
  )
})

it('is in the archive of its event, and comes back with it', async () => {
  const { id } = await make(service, owner, 'event')
  await makeSample(service, owner, 'venue', { event: { type: 'event', id } })
  const archive = await exportArchive(service, owner, id)
  const { result } = await importArchive(service, owner, archive)
  const { body } = await service.call('GET', `/v1/venues?filter[event]=${result.id}`, { as: owner })

  const [record] = (await filesOf(archive)).venues
  assert.deepEqual(Object.keys(record), ['id', 'name', 'deleted_at', 'event_id', 'seats', 'website'])
  assert.deepEqual(
    body.data.map(({ attributes }: Json) => attributes),
    [{ name: record.name, website: null, seats: 300, 'deleted-at': null }],
  )
})

testBadFields(service, admin, venue)
testBadReferences(service, admin, venue)
testSoftDelete(service, service.models.get('venue')!, {
  admin,
  remover: owner,
  makeOne: () => makeSample(service, owner, 'venue'),
})

// Last, because each walk takes all events away.
describe('at a published event', () => walkRoutes(walk, rows, 'published', routes))
describe('at a draft', () => walkRoutes(walk, rows, 'draft', routes))

describe('the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  const [, chapter] = guide.split('\n## How to add a resource\n')
  // Below them is what only some resources need.
  const [list] = chapter!.trim().split('\n\n')
  const steps = list!.split(/^\d\. /m).slice(1)

  it('has at most five steps', () => {
    assert.ok(steps.length > 0 && steps.length <= 5, `${steps.length} steps`)
  })

  it('names the files that are written by hand, and no others', () => {
    const named = steps.flatMap((step) => [...step.matchAll(/`((?:src|test)\/[^`]+)`/g)])
    const files = named.map(([, file]) => file!).filter((file) => !file.endsWith('.test.ts'))

    assert.deepEqual(files, [
      'src/resources/<name>.ts',
      'src/resources/all.ts',
      'src/database/migrations/',
      'test/support/samples.ts',
    ])
  })
})
