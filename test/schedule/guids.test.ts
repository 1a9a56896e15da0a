/** Guids: the names by which sessions, speakers and rooms are known outside of the service. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesOf } from '../support/comparable.ts'
import { GUID } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '1' })
const owner = await signUp(service)
const OWN = '3f2b8c1e-5a0d-4e7b-9c6f-1d2e3f4a5b6c'

const EVENT = {
  id: 1,
  name: 'Moved',
  starts_at: '2030-05-01T09:00:00Z',
  ends_at: '2030-05-02T18:00:00Z',
  timezone: 'UTC',
}

async function imported(files: Json): Promise<{ result: Json; files: Json }> {
  const { state, result } = await importArchive(service, owner, zipOf({ event: EVENT, ...files }))
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  return { result, files: await filesOf(await exportArchive(service, owner, result.id)) }
}

describe('the guid of a session, a speaker and a room', async () => {
  const event = linkTo(await make(service, owner, 'event'))

  for (const type of ['session', 'speaker', 'microlocation'])
    it(`is made by the service and never changes (${type})`, async () => {
      const { id, attributes, links } = await make(service, owner, type, { guid: OWN }, { event })
      const name = type === 'session' ? 'title' : 'name'
      const data = { type, id, attributes: { [name]: 'Renamed', guid: OWN } }

      const { status, body } = await service.call('PATCH', links.self, { as: owner, body: { data } })

      assert.match(attributes.guid, GUID)
      assert.notEqual(attributes.guid, OWN)
      assert.deepEqual([status, body.data.attributes.guid], [200, attributes.guid])
    })

  it('is carried by archives', async () => {
    const session = await make(service, owner, 'session', { title: 'Tea' }, { event })

    const { sessions } = await filesOf(await exportArchive(service, owner, event.id))
    const again = await imported({ sessions })

    const found = sessions.find(({ title }: Json) => title === 'Tea')
    assert.equal(found.guid, session.attributes.guid)
    assert.deepEqual(
      again.files.sessions.map(({ guid }: Json) => guid),
      sessions.map(({ guid }: Json) => guid),
    )
  })

  it('is made by an import that finds none, one that is no UUID, or one that is used already', async () => {
    const { result, files } = await imported({
      speakers: [
        { id: 1, name: 'Ada', guid: OWN.toUpperCase() },
        { id: 2, name: 'Grace', guid: OWN },
        { id: 3, name: 'Mary', guid: 'none' },
        { id: 4, name: 'Edith' },
      ],
      microlocations: [{ id: 1, name: 'Hall', guid: OWN }],
    })

    const guids = files.speakers.map(({ guid }: Json) => guid)
    assert.equal(guids[0], OWN)
    assert.equal(new Set(guids).size, 4)
    for (const guid of guids) assert.match(guid, GUID)
    assert.equal(files.microlocations[0].guid, OWN)
    assert.deepEqual(result.warnings, [
      `File speakers, ID 2: guid ${OWN} is used twice; a new one was made`,
      'File speakers, ID 3: guid must be a UUID such as 3f2b8c1e-5a0d-4e7b-9c6f-1d2e3f4a5b6c; it was made anew',
    ])
  })
})
