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

const teahouse = resource({
  type: 'teahouse',
  about: 'A place for tea at an event.',
  path: '/teahouses',
  table: 'teahouses',
  fields: {
    name: text({ required: true }),
    website: url({ nullable: true }),
    seats: integer({ default: 0, min: 0, max: 100_000 }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    name: 'The name of the house.',
    website: 'Where to learn more about it.',
    seats: 'How many people it seats.',
  },
  refusals: {
    teahouses_name_unique: { at: 'name', message: 'The event already has a teahouse of this name.' },
  },
  archive: { file: 'teahouses', first: ['id', 'name'] },
  access: PART_OF_EVENT,
  softDelete: true,
})

const MIGRATION = `
  create table teahouses (
    id bigint generated always as identity primary key,
    event_id bigint not null constraint teahouses_event_exists references events on delete cascade,
    name text not null,
    website text,
    seats integer not null default 0 constraint teahouses_seats_in_range check (seats between 0 and 100000),
    deleted_at timestamptz
  );
  create unique index teahouses_name_unique on teahouses (event_id, name) where deleted_at is null;`

const sample: Sample<typeof teahouse> = {
  attributes: { name: 'Pavilion', seats: 300 },
  unique: (count) => ({ name: `Pavilion ${count}` }),
  rights: 'kept by coorganizers',
}

const catalog = makeCatalog([...resources, teahouse], { ...samples, teahouse: sample })
const service = await startTestService({ WORKERS: '1' }, { catalog, migration: MIGRATION })
const walk = await prepareWalk(service)
const owner = walk.cast.owner!
const admin = walk.cast.admin!

const rows = rowsOf(catalog)
const isOwn = ({ url }: { url: string }) => url.startsWith('/v1/teahouses')
const routes = service.routes.filter(isOwn)

it('a type without a sample is reported in a sentence', () => {
  assert.throws(
    () => makeCatalog([teahouse], {}).entryOf('teahouse'),
    new Error('The type teahouse has no sample. Add one to test/support/samples.ts.'),
  )
})

it('has routes, each with a row of the permission table', () => {
  const named = routes.map(({ method, url }) => `${method} ${url}`)

  assert.deepEqual(named, [
    'GET /v1/teahouses',
    'POST /v1/teahouses',
    'GET /v1/teahouses/:id',
    'PATCH /v1/teahouses/:id',
    'DELETE /v1/teahouses/:id',
    'GET /v1/teahouses/:id/event',
    'GET /v1/teahouses/:id/relationships/event',
    'PATCH /v1/teahouses/:id/relationships/event',
  ])
  assert.deepEqual(
    named.filter((name) => !rows[name]),
    [],
  )
})

it('is documented', async () => {
  const { paths, components } = (await service.call('GET', '/v1/openapi.json')).body
  const own = routes.filter(({ url }) => !url.includes('/relationships/'))
  const missing = own.filter(({ method, url }) => !paths[url.replace(':id', '{id}')]?.[method.toLowerCase()])

  assert.deepEqual(missing, [])
  assert.deepEqual(Object.keys(components.schemas.Teahouse.properties.attributes.properties), [
    'name',
    'website',
    'seats',
    'deleted-at',
  ])
})

it('is told what its table refuses', async () => {
  const body = await sampleBody(service, owner, 'teahouse')
  const { event } = body.data.relationships
  await make(service, owner, 'teahouse', body.data.attributes, { event: event.data })

  const answer = await service.call('POST', '/v1/teahouses', { as: owner, body })

  const source = { pointer: '/data/attributes/name' }
  assert.deepEqual(
    [answer.status, answer.body],
    [409, errorsOf(409, 'conflict', 'Conflict', ['The event already has a teahouse of this name.', source])],
  )
})

it('is in the archive of its event, and comes back with it', async () => {
  const { id } = await make(service, owner, 'event')
  await makeSample(service, owner, 'teahouse', { event: { type: 'event', id } })
  const archive = await exportArchive(service, owner, id)
  const { result } = await importArchive(service, owner, archive)
  const { body } = await service.call('GET', `/v1/teahouses?filter[event]=${result.id}`, { as: owner })

  const [record] = (await filesOf(archive)).teahouses
  assert.deepEqual(Object.keys(record), ['id', 'name', 'deleted_at', 'event_id', 'seats', 'website'])
  assert.deepEqual(
    body.data.map(({ attributes }: Json) => attributes),
    [{ name: record.name, website: null, seats: 300, 'deleted-at': null }],
  )
})

testBadFields(service, admin, teahouse)
testBadReferences(service, admin, teahouse)
testSoftDelete(service, service.models.get('teahouse')!, {
  admin,
  remover: owner,
  makeOne: () => makeSample(service, owner, 'teahouse'),
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
