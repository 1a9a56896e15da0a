/** Nothing is written that the caller may not write, in whichever spelling it is sent, by requests and by archives. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import type { Model } from '../../src/jsonapi/model.ts'
import type { Row } from '../../src/resources/declare.ts'
import { toWire } from '../../src/resources/names.ts'
import { importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { allKinds, kinds } from '../support/comparable.ts'
import { bodyOf, make } from '../support/make.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { sampleBody } from '../support/sample-body.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { attackOn, columnsOf, taken } from './columns.ts'
import { makeTenants, rowsOf } from './tenants.ts'

const service = await startTestService({ WORKERS: '1' })
const columns = await columnsOf(service)
const owner = await signUp(service)
const author = await signUp(service)
const staff = await signUp(service)
await service.db.query(sql`update users set is_admin = true where id = ${staff.id}`)

const SPELLINGS: Record<string, (name: string) => string> = {
  hyphens: toWire,
  underscores: (name) => name,
  'camel case': (name) => name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
  'a blank at the end': (name) => `${toWire(name)} `,
  'capital letters': (name) => toWire(name).toUpperCase(),
}
const spelled = (attack: Row, spell: (name: string) => string): Row =>
  Object.fromEntries(Object.entries(attack).map(([name, value]) => [spell(name), value]))

/** Those who may write the least of it. */
function writerOf({ declaration: { access } }: Model): Caller {
  if (access.create === 'submitter') return author
  return access.create === 'staff' ? staff : owner
}

/** A column that only the service sets: it is ignored. */
function isMade({ attributes, relations }: Model, name: string): boolean {
  const field = attributes.get(name)?.field
  if (field) return field.readOnly === true
  const relation = relations.get(name.replace(/_id$/, ''))
  return name !== 'id' && (relation?.kind !== 'belongs-to' || relation.rules.readOnly === true)
}

/** A field that needs more rights than the writer has: it is refused. */
function isForOthers({ attributes }: Model, name: string): boolean {
  return ['super', 'staff', 'coorganizer'].includes(attributes.get(name)?.field.writableBy ?? '')
}

const rowAt = async ({ table }: Model, id: string): Promise<Row> => {
  const [row] = await service.db.query<Row>(sql`select * from ${raw(table)} where id = ${id}`)
  return row!
}

async function bodyFor(model: Model): Promise<Json> {
  const body = await sampleBody(
    service,
    model.declaration.access.create === 'staff' ? staff : owner,
    model.type,
  )
  const { event } = body.data.relationships
  if (model.declaration.access.create === 'submitter')
    await make(service, owner, 'speakers-call', {}, { event: event.data })
  if (model.type === 'session') body.data.attributes.state = 'pending'
  return body
}

/** What a record of each kind needs. */
const RECORDS: Record<string, Row> = Object.fromEntries(
  allKinds.map(({ model: { type } }) => [type, underscored(bodyOf(type).data.attributes)]),
)

function underscored(attributes: Row): Row {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.replaceAll('-', '_'), value]),
  )
}

const written = [...service.models.values()].filter(({ declaration: { access } }) => access.create)
const { victim } = await makeTenants(service, 'draft')

/** Sends the attributes with a creation and with a change, and answers the statuses and what of them was written. */
async function attempt(model: Model, id: string, attack: Row, attributes: Row): Promise<Json> {
  const { type, path, declaration } = model
  const as = writerOf(model)
  const body = await bodyFor(model)
  Object.assign(body.data.attributes, attributes)
  const created = await service.call('POST', path, { as, body })
  const made = created.status === 201 ? taken(attack, await rowAt(model, created.body.data.id)) : []
  if (!declaration.access.update) return { statuses: [created.status], made }
  const change = { data: { type, id, attributes } }
  const changed = await service.call('PATCH', `${path}/${id}`, { as, body: change })
  const moved = taken(attack, await rowAt(model, id))
  return { statuses: [created.status, changed.status], made: [...made, ...moved] }
}

describe('a request', () => {
  for (const model of written) {
    const { type, path, declaration } = model

    it(`sets nothing of the type ${type} that is not for its writer`, async () => {
      const clean = await service.call('POST', path, { as: writerOf(model), body: await bodyFor(model) })
      assert.equal(clean.status, 201, JSON.stringify(clean.body))
      // An account is changed by its own user.
      const id = type === 'user' ? owner.id : clean.body.data.id
      const row = await rowAt(model, id)
      const ignored = attackOn(columns, model, (name) => isMade(model, name), row)
      const refused = attackOn(columns, model, (name) => isForOthers(model, name), row)
      const success = declaration.access.update ? [201, 200] : [201]

      for (const [how, spell] of Object.entries(SPELLINGS)) {
        const outcome = await attempt(model, id, ignored, spelled(ignored, spell))
        assert.deepEqual([how, outcome], [how, { statuses: success, made: [] }])
        for (const [name, value] of Object.entries(refused)) {
          const attack = { [name]: value }
          const { statuses, made } = await attempt(model, id, attack, spelled(attack, spell))
          // A name that is spelled like none is ignored.
          assert.deepEqual([how, name, made], [how, name, []])
          assert.ok(['201,200', '403,403'].includes(String(statuses)), `${how} ${name} ${statuses}`)
          if (spell === toWire) assert.equal(String(statuses), '403,403', name)
        }
      }
    })
  }

  it('links no record with whom or what it may not, whoever is named', async () => {
    const linked: string[] = []
    for (const model of written) {
      const closed = [...model.relations.values()].filter(
        (relation) =>
          relation.kind === 'belongs-to' && (relation.rules.readOnly || relation.rules.writableBy),
      )
      for (const relation of closed) {
        const { type } = relation.target
        const { id } = victim.world.records[type]!
        const body = await bodyFor(model)
        body.data.relationships = { ...body.data.relationships, [relation.wire]: { data: { type, id } } }
        const { status, body: answer } = await service.call('POST', model.path, { as: writerOf(model), body })
        const row = status === 201 ? await rowAt(model, answer.data.id) : {}
        if (row[`${relation.name}_id`] === id) linked.push(`${model.type}.${relation.name}`)
      }
    }
    assert.deepEqual(linked, [])
  })

  it('makes nobody staff, wherever the flag stands', async () => {
    const flags =
      '"is-admin": true, "is_admin": true, "isAdmin": true, "is-super-admin": true, "is-verified": true'
    const account = (place: number) => `"email": "flag${place}@plenum.test", "password": "${PASSWORD}"`
    const bodies = [
      (at: string) => `{"data": {"type": "user", ${flags}, "attributes": {${at}}}}`,
      (at: string) => `{"data": {"type": "user", "attributes": {${at}, "attributes": {${flags}}}}}`,
      (at: string) => `{"data": {"type": "user", "attributes": {${at}}, "meta": {${flags}}}, ${flags}}`,
      (at: string) =>
        `{"data": {"type": "user", "attributes": {${at}, "is-admin": false, "is-admin": true}}}`,
      (at: string) =>
        `{"data": {"type": "user", "attributes": {${at}, "is-admin": false, "is_admin": true}}}`,
      (at: string) =>
        `{"data": {"type": "user", "attributes": {${at}, "is_admin": true, "is-admin": "true"}}}`,
      (at: string) => `{"data": {"type": "user", "attributes": {${flags}}, "attributes": {${at}}}}`,
      (at: string) =>
        `{"data": {"type": "user", "attributes": {${at}}}, "data": {"type": "user", "attributes": {${at}, ${flags}}}}`,
    ]
    for (const [place, body] of bodies.entries())
      await service.call('POST', '/v1/users', { body: body(account(place)) })

    const rows = await service.db.query(sql`select email from users
      where email like 'flag%' and (is_admin or is_super_admin or is_sales_admin or is_verified)`)
    const [{ count }] = (await service.db.query(
      sql`select count(*)::int as count from users where email like 'flag%'`,
    )) as [Json]
    assert.deepEqual([rows, count], [[], 4])
  })
})

describe('an archive', () => {
  it('sets only what an archive may hold, and touches no record that is there, whatever ids it names', async () => {
    const before = await rowsOf(service, victim)
    const { event, user } = victim.world.records
    const [{ identifier }] = (await service.db.query(
      sql`select identifier from events where id = ${event!.id}`,
    )) as [Json]
    const people = { creator_id: user!.id, user_id: user!.id, owner_id: user!.id, marketer_id: user!.id }
    const attacks = new Map(
      allKinds.map(({ model, fields, links }) => {
        const read = new Set(['id', ...fields.map(({ name }) => name), ...links.map(({ column }) => column)])
        // What an archive calls deleted is not imported at all.
        const attack = attackOn(columns, model, (name) => name !== 'deleted_at' && !read.has(name), {})
        const own = 'identifier' in attack ? { identifier } : {}
        return [model.type, { ...attack, ...people, ...own, event_id: event!.id }]
      }),
    )
    const idOf = (type: string) => victim.world.records[type]?.id ?? '1'
    const recordOf = ({ model: { type }, links }: (typeof allKinds)[number]) => ({
      ...RECORDS[type],
      ...attacks.get(type),
      ...Object.fromEntries(
        links.filter(({ rules }) => rules.required).map(({ column, target }) => [column, idOf(target.type)]),
      ),
      id: idOf(type),
    })
    const files = Object.fromEntries(kinds.files.map((kind) => [kind.file, [recordOf(kind)]]))
    const users = [{ id: user!.id, email: owner.email, is_admin: true, password: PASSWORD }]
    const roles = [{ user_id: user!.id, event_id: event!.id, role: 'owner' }]

    const { state, result } = await importArchive(
      service,
      owner,
      zipOf({ event: recordOf(kinds.event), ...files, users, roles, users_events_roles: roles }),
    )

    assert.equal(state, 'SUCCESS', JSON.stringify(result))
    const written = await Promise.all(
      allKinds.map(async ({ model: { type, table } }) => {
        const key = raw(type === 'event' ? 'id' : 'event_id')
        const rows = await service.db.query<Row>(sql`select * from ${raw(table)} where ${key} = ${result.id}`)
        const held = rows.flatMap((row) => taken({ ...attacks.get(type), event_id: event!.id }, row))
        return [type, rows.length, held]
      }),
    )
    assert.deepEqual(
      written,
      allKinds.map(({ model: { type } }) => [type, 1, []]),
    )
    assert.deepEqual(await rowsOf(service, victim), before)
    const members = await service.db.query(
      sql`select user_id, r.name from users_events_roles u join roles r on r.id = u.role_id where event_id = ${result.id}`,
    )
    assert.deepEqual(members, [{ user_id: owner.id, name: 'owner' }])
  })
})
