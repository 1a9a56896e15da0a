/** The records below an event as whole documents. */
import { describe, it } from 'node:test'
import { GUID, type Life, liveThrough, MANY } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const live = (life: Omit<Life, 'as'>) =>
  liveThrough(service, {
    as: owner,
    ...life,
    linked: { event, ...life.linked },
    linkage: { event, ...life.linkage },
  })

describe('below an event, created, read, changed and deleted:', () => {
  it('a microlocation', () =>
    live({
      type: 'microlocation',
      path: '/v1/microlocations',
      sent: { name: 'Great Hall' },
      whole: {
        name: 'Great Hall',
        latitude: null,
        longitude: null,
        floor: null,
        room: null,
        position: 0,
        'hidden-in-scheduler': false,
        'is-chat-enabled': false,
        'is-global-event-room': false,
        availabilities: null,
        'deleted-at': null,
      },
      made: { guid: GUID, 'chat-room-name': /^Great-Hall-\d+$/ },
      linkage: { sessions: MANY },
      change: { latitude: -90, longitude: 180, floor: -1, room: 'B 12', 'is-chat-enabled': null },
      changed: { latitude: -90, longitude: 180, floor: -1, room: 'B 12', 'is-chat-enabled': null },
    }))

  it('a track, whose font colour follows from its colour', () =>
    live({
      type: 'track',
      path: '/v1/tracks',
      sent: { name: 'Science', color: '#336699' },
      whole: {
        name: 'Science',
        description: null,
        color: '#336699',
        'font-color': '#ffffff',
        position: 0,
        'deleted-at': null,
      },
      linkage: { sessions: MANY },
      change: { color: '#FE9', 'font-color': '#123456', position: 3 },
      changed: { color: '#ffee99', 'font-color': '#000000', position: 3 },
    }))

  it('a session type', () =>
    live({
      type: 'session-type',
      path: '/v1/session-types',
      sent: { name: 'Talk', length: '00:30' },
      whole: { name: 'Talk', length: '00:30', position: 0, 'deleted-at': null },
      linkage: { sessions: MANY },
      change: { length: '23:59' },
      changed: { length: '23:59' },
    }))

  it('a sponsor', () =>
    live({
      type: 'sponsor',
      path: '/v1/sponsors',
      sent: { name: 'Acme' },
      whole: {
        name: 'Acme',
        description: null,
        url: null,
        'logo-url': null,
        level: null,
        type: null,
        'deleted-at': null,
      },
      linkage: {},
      change: { url: 'https://acme.example/', level: 1, type: 'Gold', description: '<i>All</i> things' },
      changed: { url: 'https://acme.example/', level: 1, type: 'Gold', description: '<i>All</i> things' },
    }))

  it('a social link', () =>
    live({
      type: 'social-link',
      path: '/v1/social-links',
      sent: { name: 'Mastodon', link: 'https://example.org/@plenum' },
      whole: { name: 'Mastodon', link: 'https://example.org/@plenum', 'deleted-at': null },
      made: { identifier: /^[0-9a-f]{8}$/ },
      linkage: {},
      change: { link: 'https://example.org/@other' },
      changed: { link: 'https://example.org/@other' },
    }))

  it('a speakers call', () =>
    live({
      type: 'speakers-call',
      path: '/v1/speakers-calls',
      sent: { 'starts-at': '2026-01-01T00:00:00Z', 'ends-at': '2026-02-01T00:00:00Z' },
      whole: {
        announcement: null,
        'starts-at': '2026-01-01T00:00:00+00:00',
        'ends-at': '2026-02-01T00:00:00+00:00',
        'soft-ends-at': null,
        hash: null,
        privacy: 'public',
        'deleted-at': null,
      },
      linkage: {},
      change: { announcement: 'Hand in!', privacy: 'private', hash: 'abc' },
      changed: { announcement: 'Hand in!', privacy: 'private', hash: 'abc' },
    }))

  it('an event copyright', () =>
    live({
      type: 'event-copyright',
      path: '/v1/event-copyright',
      sent: { holder: 'Plenum e.V.', licence: 'CC BY 4.0', year: 2026 },
      whole: {
        holder: 'Plenum e.V.',
        'holder-url': null,
        licence: 'CC BY 4.0',
        'licence-url': null,
        year: 2026,
        'logo-url': null,
        'deleted-at': null,
      },
      linkage: {},
      change: { year: null, 'licence-url': 'https://creativecommons.org/licenses/by/4.0/' },
      changed: { year: null, 'licence-url': 'https://creativecommons.org/licenses/by/4.0/' },
    }))

  it('a custom form', () =>
    live({
      type: 'custom-form',
      path: '/v1/custom-forms',
      sent: { form: 'session', type: 'checkbox', 'field-identifier': 'shortAbstract' },
      whole: {
        form: 'session',
        type: 'checkbox',
        'field-identifier': 'shortAbstract',
        name: 'Short Abstract',
        description: null,
        'is-required': false,
        'is-included': false,
        'is-fixed': false,
        'is-public': false,
        'is-allow-edit': false,
        'is-complex': false,
        position: 0,
        'form-id': null,
        min: 0,
        max: 10,
        'main-language': null,
      },
      linkage: { 'custom-form-options': MANY },
      change: { 'field-identifier': 'shoeSize', name: 'Size of shoe', 'is-required': true },
      changed: {
        'field-identifier': 'shoeSize',
        name: 'Size of shoe',
        'is-required': true,
        'is-complex': true,
      },
    }))
})
