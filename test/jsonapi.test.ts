import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTo, make } from './support/make.ts'
import { signUp } from './support/people.ts'
import { startTestService } from './support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = await make(service, owner, 'event')

describe('a session', () => {
  it('is created below its event and comes back whole', async () => {
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    const s = await make(
      service,
      owner,
      'session',
      { title: 'Tea' },
      { event: linkTo(event), track: linkTo(track) },
    )
    const answer = await service.call('GET', `/v1/sessions/${s.id}?include=track,event.tracks,speakers`)
    assert.equal(answer.status, 200)
    console.log(JSON.stringify(answer.body, null, 1).slice(0, 3000))
  })
})
