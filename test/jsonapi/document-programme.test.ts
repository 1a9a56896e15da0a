/** Sessions and speakers as whole documents, with what they link to. */
import { describe, it } from 'node:test'
import { GUID, liveThrough, MANY, MOMENT } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

describe('in the programme of an event, created, read, changed and deleted:', () => {
  it('a session', async () => {
    const track = linkTo(await make(service, owner, 'track', {}, { event }))
    const type = linkTo(await make(service, owner, 'session-type', {}, { event }))
    const speaker = linkTo(await make(service, owner, 'speaker', {}, { event }))

    await liveThrough(service, {
      type: 'session',
      path: '/v1/sessions',
      as: owner,
      sent: {
        title: 'Tea',
        'starts-at': '2030-05-01T16:00:00+02:00',
        'ends-at': '2030-05-01T17:00:00+02:00',
      },
      linked: { event, track, 'session-type': type, speakers: [speaker] },
      whole: {
        title: 'Tea',
        subtitle: null,
        level: null,
        'short-abstract': '',
        'long-abstract': '',
        comments: null,
        language: null,
        'starts-at': '2030-05-01T14:00:00+00:00',
        'ends-at': '2030-05-01T15:00:00+00:00',
        'slides-url': null,
        'video-url': null,
        'audio-url': null,
        'signup-url': null,
        slides: null,
        website: null,
        twitter: null,
        facebook: null,
        github: null,
        linkedin: null,
        instagram: null,
        gitlab: null,
        mastodon: null,
        state: 'draft',
        'submitted-at': null,
        'is-mail-sent': false,
        'is-locked': false,
        'complex-field-values': null,
        'average-rating': 0,
        'rating-count': 0,
        'favourite-count': 0,
        'review-score': null,
        'review-count': 0,
        'deleted-at': null,
      },
      made: { guid: GUID, 'created-at': MOMENT, 'last-modified-at': MOMENT },
      linkage: {
        event,
        track,
        'session-type': type,
        microlocation: null,
        creator: { type: 'user', id: owner.id },
        speakers: MANY,
        feedbacks: MANY,
        'speaker-invites': MANY,
        reviews: MANY,
      },
      change: {
        level: 'Expert',
        slides: [{ name: 'One', link: 'https://example.org/1.pdf', size: 3 }],
        'complex-field-values': { shoeSize: 43, 'is-vegan': true, 'a-note': 'ß', none: null },
        'long-abstract': '<p onclick="x()">About <a href="https://example.org/">tea</a></p>',
        'average-rating': 5,
      },
      changed: {
        level: 'Expert',
        slides: [{ name: 'One', link: 'https://example.org/1.pdf' }],
        'complex-field-values': { shoeSize: 43, 'is-vegan': true, 'a-note': 'ß', none: null },
        'long-abstract': '<p>About <a href="https://example.org/" rel="nofollow noopener">tea</a></p>',
      },
    })
  })

  it('a speaker', () =>
    liveThrough(service, {
      type: 'speaker',
      path: '/v1/speakers',
      as: owner,
      sent: { name: 'Ada Lovelace', email: ' ada@example.org ' },
      linked: { event },
      whole: {
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        'is-email-overridden': false,
        'photo-url': null,
        'thumbnail-image-url': null,
        'small-image-url': null,
        'icon-image-url': null,
        'short-biography': null,
        'long-biography': null,
        'speaking-experience': null,
        'sponsorship-required': null,
        mobile: null,
        organisation: null,
        position: null,
        country: null,
        city: null,
        address: null,
        'heard-from': null,
        website: null,
        twitter: null,
        facebook: null,
        github: null,
        mastodon: null,
        linkedin: null,
        instagram: null,
        gender: null,
        'is-featured': false,
        availabilities: null,
        'is-proposed': false,
        order: 0,
        'complex-field-values': null,
        'speaker-positions': null,
        'deleted-at': null,
      },
      made: { guid: GUID },
      linkage: { event, user: null, sessions: MANY },
      change: { mobile: '+49 30 1', gender: 'Non-binary', order: 2, 'speaker-positions': { greatHall: 1 } },
      changed: {
        mobile: '+49 30 1',
        gender: 'Non-binary',
        order: 2,
        'speaker-positions': { greatHall: 1 },
      },
    }))
})
