/** A deleted event takes along all that is below it, and a deleted account its name on what it made. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletions, isNotFound } from '../support/deletions.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const { get, remove, restore } = deletions(service, admin, owner)

describe('a deleted event', () => {
  it('takes everything below it along, also for its owner and staff, and brings it back', async () => {
    const event = await make(service, owner, 'event')
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    const urls = [`/v1/events/${event.id}`, `/v1/events/${event.id}/tracks`, `/v1/tracks/${track.id}`]
    const statuses = async (as: Caller) => Promise.all(urls.map(async (url) => (await get(url, as)).status))
    const listed = async () =>
      (await get('/v1/tracks?page[size]=0')).body.data.some(({ id }: Json) => id === track.id)

    await remove(`/v1/events/${event.id}`)

    assert.deepEqual(
      [await statuses(owner), await statuses(admin)],
      [
        [404, 404, 404],
        [404, 404, 404],
      ],
    )
    assert.equal(await listed(), false)
    isNotFound(await remove(`/v1/tracks/${track.id}`, admin))

    const restored = await restore(`/v1/events/${event.id}`, event)

    assert.deepEqual([restored.status, restored.body.data.attributes['deleted-at']], [200, null])
    assert.deepEqual(
      [await statuses(owner), await statuses(admin)],
      [
        [200, 200, 200],
        [200, 200, 200],
      ],
    )
    assert.equal(await listed(), true)
  })

  it('takes the roles and invitations of its people along', async () => {
    const event = await make(service, owner, 'event')
    const invite = await make(service, owner, 'role-invite', {}, { event: linkTo(event) })
    const [role] = (await get(`/v1/events/${event.id}/roles`)).body.data
    const urls = [`/v1/role-invites/${invite.id}`, `/v1/users-events-roles/${role.id}`]
    const lists = ['/v1/role-invites', '/v1/users-events-roles']
    const seenBy = async (as: Caller) => ({
      records: await Promise.all(urls.map(async (url) => (await get(url, as)).status)),
      listed: (await Promise.all(lists.map((url) => get(`${url}?page[size]=0`, as)))).map(({ body }) =>
        body.data.some(({ relationships }: Json) => relationships.event.data.id === event.id),
      ),
    })
    assert.deepEqual(await seenBy(owner), { records: [200, 200], listed: [true, true] })

    await remove(`/v1/events/${event.id}`)

    assert.deepEqual(await seenBy(owner), { records: [404, 404], listed: [false, false] })
    assert.deepEqual(await seenBy(admin), { records: [404, 404], listed: [false, false] })
  })

  it('gives its owner no right to bring it back', async () => {
    const event = await make(service, owner, 'event')
    await remove(`/v1/events/${event.id}`)

    isNotFound(await restore(`/v1/events/${event.id}`, event, owner))
  })
})

describe('a deleted account', () => {
  it('is not the creator of its sessions nor the user of its speakers, until staff restore it', async () => {
    const event = await make(service, owner, 'event')
    await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
    const author = await signUp(service)
    const links = { event: linkTo(event) }
    const session = await make(service, author, 'session', { state: 'pending' }, links)
    const speaker = await make(service, author, 'speaker', {}, links)
    const people = async () => ({
      creator: (await get(`/v1/sessions/${session.id}`)).body.data.relationships.creator.data,
      user: (await get(`/v1/speakers/${speaker.id}`)).body.data.relationships.user.data,
    })
    const one = { type: 'user', id: author.id }
    assert.deepEqual(await people(), { creator: one, user: one })

    await remove(`/v1/users/${author.id}`, author)

    assert.deepEqual(await people(), { creator: null, user: null })
    isNotFound(await get(`/v1/users/${author.id}`))
    isNotFound(await get(`/v1/users/${author.id}/sessions`))
    assert.equal((await get(`/v1/users/${author.id}`, author)).status, 401)

    await restore(`/v1/users/${author.id}`, one)

    assert.deepEqual(await people(), { creator: one, user: one })
  })
})
