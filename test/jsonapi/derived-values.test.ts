/** Values that follow from others: they win over what is sent, also when that changes nothing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

async function change(path: string, { type, id }: Json, attributes: Json): Promise<Json> {
  const url = `/v1/${path}/${id}`
  const answer = await service.call('PATCH', url, { as: owner, body: { data: { type, id, attributes } } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const read = await service.call('GET', url, { as: owner })
  assert.deepEqual(answer.body.data, read.body.data)
  return read.body.data.attributes
}

describe('the colour of a track', () => {
  it('is kept with six digits in lower case, also when it is the same in another spelling', async () => {
    const track = await make(service, owner, 'track', { color: '#AbC' }, { event })

    assert.equal(track.attributes.color, '#aabbcc')
    for (const color of ['#abc', '#ABC', '#AABBCC', '#aabbcc'])
      assert.equal((await change('tracks', track, { color })).color, '#aabbcc')
    assert.equal((await change('tracks', track, { color: '#FFF' })).color, '#ffffff')
  })
})

describe('the name of a custom form', () => {
  it('is what was sent, and else the label of the field that the record has, in each spelling', async () => {
    const known = { form: 'session', 'field-identifier': 'title' }
    const form = await make(service, owner, 'custom-form', { ...known, name: 'Mine' }, { event })

    assert.equal(form.attributes.name, 'Mine')
    assert.equal((await change('custom-forms', form, { 'is-required': true })).name, 'Mine')
    assert.equal((await change('custom-forms', form, { name: null })).name, 'Title')
    for (const identifier of ['short-abstract', 'shortAbstract', 'short_abstract']) {
      const changed = await change('custom-forms', form, { 'field-identifier': identifier })
      const { name, 'is-complex': isComplex, 'field-identifier': kept } = changed
      assert.deepEqual([name, isComplex, kept], ['Short Abstract', false, identifier])
    }
  })

  it('is what was sent for any other field', async () => {
    const other = { form: 'session', 'field-identifier': 'shoeSize', name: 'Size' }
    const form = await make(service, owner, 'custom-form', other, { event })

    assert.equal(form.attributes.name, 'Size')
    assert.equal((await change('custom-forms', form, { name: 'Shoes' })).name, 'Shoes')
  })
})

describe('the time of the last change of a session', () => {
  it('moves on when the session is moved, at whichever end', async () => {
    const track = linkTo(await make(service, owner, 'track', {}, { event }))
    const session = linkTo(await make(service, owner, 'session', {}, { event }))
    const changedAt = async () => {
      const { body } = await service.call('GET', `/v1/sessions/${session.id}`, { as: owner })
      return body.data.attributes['last-modified-at']
    }
    const move = async (url: string, method: string, data: unknown) => {
      const earlier = await changedAt()
      const { status } = await service.call(method, url, { as: owner, body: { data } })
      return [status, (await changedAt()) > earlier]
    }

    const sessions = `/v1/tracks/${track.id}/relationships/sessions`
    assert.deepEqual(await move(sessions, 'POST', [session]), [200, true])
    assert.deepEqual(await move(sessions, 'POST', [session]), [204, false])
    assert.deepEqual(await move(sessions, 'DELETE', [session]), [200, true])
    const own = `/v1/sessions/${session.id}/relationships/track`
    assert.deepEqual(await move(own, 'PATCH', track), [200, true])
    assert.deepEqual(await move(own, 'PATCH', track), [204, false])
  })
})
