/** A deleted record vanishes from every read, for everyone; staff bring it back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletions, isNotFound } from '../support/deletions.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { testSoftDelete } from '../support/soft-delete.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const { get, remove, restore } = deletions(service, admin, owner)

/** What is not created by its own address. */
const otherwise: Record<string, (caller: Caller) => Promise<Json>> = {
  'discount-redemption': async (as) => {
    const event = linkTo(await make(service, as, 'event', { 'can-pay-onsite': true }))
    const ticket = await make(service, as, 'ticket', { type: 'paid', price: 9 }, { event })
    await make(service, as, 'discount-code', { code: 'TEA' }, { event, tickets: [linkTo(ticket)] })
    const body = { data: { type: 'discount-redemption', attributes: { quantity: 1 } } }
    const url = `/v1/events/${event.id}/discount-codes/TEA/redemptions`
    return (await service.call('POST', url, { as, body })).body.data
  },
}

for (const model of [...service.models.values()].filter(({ softDelete }) => softDelete)) {
  const { type } = model
  const isOwners = type === 'event' || model.parent?.target.type === 'event'
  const remover = isOwners ? owner : admin
  const makeOne = () => otherwise[type]?.(remover) ?? makeSample(service, remover, type)
  testSoftDelete(service, model, { admin, remover, makeOne })
}

describe('what is linked to a deleted record', () => {
  for (const type of ['track', 'session-type', 'microlocation'] as const) {
    it(`a session has no ${type} while it is deleted`, async () => {
      const event = await make(service, owner, 'event')
      const target = await make(service, owner, type, {}, { event: linkTo(event) })
      const links = { event: linkTo(event), [type]: linkTo(target) }
      const session = await make(service, owner, 'session', {}, links)
      const filter = encodeURIComponent(
        JSON.stringify([{ name: type, op: 'has', val: { name: 'name', op: 'ne', val: '' } }]),
      )
      const reads = async () => {
        const whole = await get(`/v1/sessions/${session.id}?include=${type}`)
        const related = await get(`/v1/sessions/${session.id}/${type}`)
        const link = await get(`/v1/sessions/${session.id}/relationships/${type}`)
        const found = await get(`/v1/sessions?filter[event]=${event.id}&filter=${filter}`)
        return {
          linkage: whole.body.data.relationships[type].data,
          included: whole.body.included.map(linkTo),
          related: related.body.data && linkTo(related.body.data),
          link: link.body.data,
          found: found.body.data.map(linkTo),
        }
      }
      const one = linkTo(target)
      const there = { linkage: one, included: [one], related: one, link: one, found: [linkTo(session)] }
      const { path } = service.models.get(type)!
      assert.deepEqual(await reads(), there)

      await remove(`${path}/${target.id}`)

      assert.deepEqual(await reads(), { linkage: null, included: [], related: null, link: null, found: [] })
      isNotFound(await get(`${path}/${target.id}/sessions`))
      isNotFound(await get(`${path}/${target.id}/relationships/sessions`))

      await restore(`${path}/${target.id}`, target)

      assert.deepEqual(await reads(), there)
    })
  }

  it('a session has no deleted speaker, and a speaker no deleted session', async () => {
    const event = await make(service, owner, 'event')
    const speaker = await make(service, owner, 'speaker', {}, { event: linkTo(event) })
    const links = { event: linkTo(event), speakers: [linkTo(speaker)] }
    const session = await make(service, owner, 'session', {}, links)
    const speakersUrl = `/v1/sessions/${session.id}/speakers`
    const sessionsUrl = `/v1/speakers/${speaker.id}/sessions`
    const ids = async (url: string) => (await get(url)).body.data.map(({ id }: Json) => id)
    assert.deepEqual([await ids(speakersUrl), await ids(sessionsUrl)], [[speaker.id], [session.id]])

    await remove(`/v1/speakers/${speaker.id}`)
    const whole = await get(`/v1/sessions/${session.id}?include=speakers`)

    assert.deepEqual(await ids(speakersUrl), [])
    assert.deepEqual([whole.body.data.relationships.speakers.data, whole.body.included], [[], []])
    isNotFound(await get(sessionsUrl))

    await restore(`/v1/speakers/${speaker.id}`, speaker)
    await remove(`/v1/sessions/${session.id}`)

    assert.deepEqual(await ids(sessionsUrl), [])
    isNotFound(await get(speakersUrl))
  })

  it('an event has no deleted topic, and a deleted topic no events', async () => {
    const topic = await make(service, admin, 'event-topic', { name: 'Astronomy' })
    const event = await make(service, owner, 'event', {}, { 'event-topic': linkTo(topic) })
    const topicOf = async () =>
      (await get(`/v1/events/${event.id}`)).body.data.relationships['event-topic'].data
    assert.deepEqual(await topicOf(), linkTo(topic))

    await remove(`/v1/event-topics/${topic.id}`, admin)

    assert.deepEqual(await topicOf(), null)
    isNotFound(await get(`/v1/event-topics/${topic.id}/events`))
    isNotFound(await get(`/v1/event-topics/${topic.id}`))

    await restore(`/v1/event-topics/${topic.id}`, topic)

    assert.deepEqual(await topicOf(), linkTo(topic))
  })
})
