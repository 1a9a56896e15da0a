/** Copying an event: the reading of an export and the writing of an import without an archive between them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive, finished } from '../../tools/archives.ts'
import { comparable, filesOf, kinds } from '../support/comparable.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { mailsTo } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { startWorker } from '../support/worker.ts'

const service = await startTestService({ WORKERS: '2' })
const cast = await castOf(service)
const owner = cast.owner!

async function copyOf(eventId: string, as: Caller): Promise<Json> {
  const { status, body } = await service.call('POST', `/v1/events/${eventId}/copy`, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return finished(service, body.task_url)
}

/** The guids of all records, of which a copy has its own. */
function guidsOf(files: Record<string, Json>): string[] {
  return Object.values(files).flatMap((records) =>
    [records].flat().flatMap(({ guid }: Json) => (guid === undefined ? [] : guid)),
  )
}

function withoutGuids(files: Record<string, Json>): Json {
  return JSON.parse(JSON.stringify(files, (key, value) => (key === 'guid' ? undefined : value)))
}

/** Made with their links below. */
const MADE = new Set(['track', 'microlocation', 'session-type', 'speaker', 'session'])

/** A published event with a record of each kind, all linked. */
async function makeWhole(): Promise<Json> {
  const event = await make(service, owner, 'event', { name: 'Original', description: '<b>Bold</b>' })
  const add = (type: string, attributes: Json = {}, links: Json = {}) =>
    make(service, owner, type, attributes, { event: linkTo(event), ...links })
  const track = await add('track')
  const microlocation = await add('microlocation')
  const type = await add('session-type')
  const speakers = [await add('speaker', { name: 'Ada' }), await add('speaker', { name: 'Grace' })]
  const links = { track: linkTo(track), microlocation: linkTo(microlocation), 'session-type': linkTo(type) }
  await add('session', { title: 'Linked' }, { ...links, speakers: speakers.map(linkTo) })
  await add('session', { title: 'Alone' })
  const others = [...kinds.files, ...kinds.embedded].filter(({ model }) => !MADE.has(model.type))
  for (const { model } of others) await makeSample(service, owner, model.type, { event: linkTo(event) })
  return event
}

describe('a copy of an event', async () => {
  const event = await makeWhole()
  await giveRoles(service, cast, event.id)

  it('holds all that the original holds, as a draft with an identifier of its own', async () => {
    const { state, result } = await copyOf(event.id, owner)

    const [original, copy] = await Promise.all(
      [event.id, result.id].map(async (id) => filesOf(await exportArchive(service, owner, id))),
    )
    assert.deepEqual([state, result.event_name, result.warnings], ['SUCCESS', 'Original', []])
    assert.deepEqual([original!.event.state, copy!.event.state], ['published', 'draft'])
    const guids = guidsOf(original!)
    assert.equal(guids.length, 5)
    assert.deepEqual(
      guids.filter((guid) => guidsOf(copy!).includes(guid)),
      [],
    )
    const published = { ...copy!, event: { ...copy!.event, state: 'published' } }
    assert.deepEqual(withoutGuids(comparable(published)), withoutGuids(comparable(original!)))
    assert.notEqual(copy!.event.identifier, original!.event.identifier)
    assert.equal(result.url, `http://front.test/events/${copy!.event.identifier}`)
  })

  it('belongs to who asked for it, and to nobody else', async () => {
    const { result } = await copyOf(event.id, cast.coorganizer!)

    const roles = await service.db.query<Json>(
      sql`select u.user_id, r.name from users_events_roles u join roles r on r.id = u.role_id
        where event_id = ${result.id}`,
    )
    assert.deepEqual(roles, [{ user_id: cast.coorganizer!.id, name: 'owner' }])
    const mails = await mailsTo(service, cast.coorganizer!.email)
    assert.deepEqual(
      mails.filter(({ action }) => action === 'event_imported').map(({ subject }) => subject),
      ['Original was imported'],
    )
  })

  it('may be asked for by coorganizers and up, by id or identifier', async () => {
    const url = `/v1/events/${event.id}/copy`
    const login = 'Log in first: send the header "Authorization: JWT <access token>".'

    assertRefused(await service.call('POST', url), 401, login)
    for (const name of ['stranger', 'registrar'] as const)
      assertRefused(
        await service.call('POST', url, { as: cast[name] }),
        403,
        'You need coorganizer access to the event.',
      )
    const { status, body } = await service.call('POST', `/v1/events/${event.attributes.identifier}/copy`, {
      as: cast.admin,
    })
    assert.deepEqual([status, (await finished(service, body.task_url)).state], [200, 'SUCCESS'])
  })

  it('does not change with the original, nor the original with it', async () => {
    const { result } = await copyOf(event.id, owner)
    const before = await filesOf(await exportArchive(service, owner, event.id))
    await service.db.query(sql`update sessions set title = 'Changed' where event_id = ${result.id}`)
    await service.db.query(sql`delete from speakers where event_id = ${result.id}`)

    assert.deepEqual(await filesOf(await exportArchive(service, owner, event.id)), before)
  })

  it('is that of one moment, whatever is written meanwhile', async () => {
    const table = await lockTable(service, 'sponsors')
    const { body } = await service.call('POST', `/v1/events/${event.id}/copy`, { as: owner })
    await waitsForLock(service, 'sponsors')
    await table.query(`insert into tracks (event_id, name, color) values (${event.id}, 'Late', '#ffffff')`)
    await table.release()

    const { result } = await finished(service, body.task_url)

    const tracks = await service.db.query(sql`select name from tracks where event_id = ${result.id}`)
    assert.deepEqual(tracks, [{ name: 'Science' }])
  })

  it('fails when the event is deleted before its turn comes', async () => {
    const api = await startTestService()
    const author = await signUp(api)
    const { id } = await make(api, author, 'event')
    const { body } = await api.call('POST', `/v1/events/${id}/copy`, { as: author })
    await api.call('DELETE', `/v1/events/${id}`, { as: author })

    await startWorker(api)

    assert.deepEqual(await finished(api, body.task_url), {
      state: 'FAILURE',
      result: 'The event was not found.',
    })
  })
})
