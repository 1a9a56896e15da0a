/** An event as a whole document: for its owner, and for everyone else. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentOf, liveThrough, MANY, MOMENT, relationshipsOf } from '../support/document.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)

const NOT_SENT = {
  description: null,
  timezone: 'UTC',
  state: 'draft',
  privacy: 'public',
  'schedule-published-on': null,
  'deleted-at': null,
  online: false,
  latitude: null,
  longitude: null,
  'location-name': null,
  'searchable-location-name': null,
  'is-map-shown': false,
  'external-event-url': null,
  'ticket-url': null,
  'logo-url': null,
  'original-image-url': null,
  'large-image-url': null,
  'thumbnail-image-url': null,
  'icon-image-url': null,
  'ical-url': null,
  'xcal-url': null,
  'pentabarf-url': null,
  'has-owner-info': false,
  'owner-name': null,
  'owner-description': null,
  'code-of-conduct': null,
  'after-order-message': null,
  'public-stream-link': null,
  'stream-loop': false,
  'stream-autoplay': false,
  'is-chat-enabled': false,
  'is-videoroom-enabled': false,
  'is-document-enabled': false,
  'document-links': null,
  'is-featured': false,
  'is-promoted': false,
  'is-demoted': false,
  'is-announced': false,
  'is-badges-enabled': false,
  'is-cfs-enabled': false,
  'is-oneclick-signup-enabled': false,
  'is-sessions-speakers-enabled': false,
  'is-review-anonymous': false,
  'is-sponsors-enabled': false,
  'is-mail-held': false,
  'is-ticket-form-enabled': true,
  'is-ticketing-enabled': true,
  'show-remaining-tickets': false,
  'is-tax-enabled': false,
  'is-billing-info-mandatory': false,
  'is-donation-enabled': false,
  'is-stripe-linked': false,
  'payment-country': null,
  'payment-currency': null,
  'can-pay-by-paypal': false,
  'can-pay-by-stripe': false,
  'can-pay-by-cheque': false,
  'can-pay-by-bank': false,
  'can-pay-by-invoice': false,
  'can-pay-by-omise': false,
  'can-pay-by-alipay': false,
  'can-pay-by-paytm': false,
  'can-pay-onsite': false,
  'refund-policy': null,
  'paypal-email': null,
  'cheque-details': null,
  'bank-details': null,
  'onsite-details': null,
  'invoice-details': null,
  'completed-order-sales': null,
  'placed-order-sales': null,
  'pending-order-sales': null,
  'completed-order-tickets': null,
  'placed-order-tickets': null,
  'pending-order-tickets': null,
}

const PUBLIC_LINKAGE = {
  'event-type': null,
  'event-topic': null,
  'event-sub-topic': null,
  'speakers-call': MANY,
  'event-copyright': null,
  microlocations: MANY,
  'social-links': MANY,
  tracks: MANY,
  sponsors: MANY,
  'session-types': MANY,
  sessions: MANY,
  feedbacks: MANY,
  speakers: MANY,
  'schedule-releases': MANY,
  tickets: MANY,
  'ticket-tags': MANY,
}
const STAFF_LINKAGE = {
  'payment-authorization': null,
  changes: MANY,
  webhooks: MANY,
  'schedule-conflicts': MANY,
  'discount-codes': MANY,
  'access-codes': MANY,
  'custom-forms': MANY,
  'role-invites': MANY,
  'speaker-invites': MANY,
  'mail-templates': MANY,
  mails: MANY,
  roles: MANY,
  organizers: MANY,
  coorganizers: MANY,
  'track-organizers': MANY,
  moderators: MANY,
  registrars: MANY,
  reviewers: MANY,
  'review-criteria': MANY,
}
/** Records that are worked out of the event and have its id. */
const figuresOf = (id: string) => ({
  'general-statistics': { type: 'event-statistics-general', id },
  'order-statistics': { type: 'order-statistics-event', id },
})

describe('an event', () => {
  it('is created with its defaults, read, changed and deleted by its owner', () =>
    liveThrough(service, {
      type: 'event',
      path: '/v1/events',
      as: owner,
      sent: {
        name: 'Café Ångström 2026',
        'starts-at': '2026-05-01T09:00:00Z',
        'ends-at': '2026-05-02T17:30:00Z',
      },
      whole: {
        ...NOT_SENT,
        name: 'Café Ångström 2026',
        'starts-at': '2026-05-01T09:00:00+00:00',
        'ends-at': '2026-05-02T17:30:00+00:00',
      },
      made: {
        identifier: /^[0-9a-f]{8}$/,
        'created-at': MOMENT,
        'chat-room-name': /^(Caf---ngstr-m|Open-air)-2026-[0-9a-f]{8}$/,
      },
      linkage: (id) => ({
        ...PUBLIC_LINKAGE,
        ...STAFF_LINKAGE,
        ...figuresOf(id),
        owner: { type: 'user', id: owner.id },
      }),
      change: {
        name: 'Open air 2026',
        latitude: 52.52,
        longitude: 13.405,
        'is-map-shown': true,
        privacy: 'private',
        'external-event-url': 'https://example.org/2026',
        'document-links': [{ name: 'Plan', link: 'https://example.org/plan.pdf' }],
        description: '<p>Bring a <script>alert(1)</script><b>hat</b></p>',
      },
      changed: {
        name: 'Open air 2026',
        latitude: 52.52,
        longitude: 13.405,
        'is-map-shown': true,
        privacy: 'private',
        'external-event-url': 'https://example.org/2026',
        'document-links': [{ name: 'Plan', link: 'https://example.org/plan.pdf' }],
        description: '<p>Bring a <b>hat</b></p>',
      },
    }))

  it('shows others every attribute too, those of its organizers as null, and not who its people are', async () => {
    const { id, attributes } = await make(service, owner, 'event', {
      name: 'Conference',
      'paypal-email': 'money@example.org',
      'bank-details': 'IBAN',
    })

    const { status, body } = await service.call('GET', `/v1/events/${id}`)

    const self = `/v1/events/${id}`
    const feeds = `http://plenum.test/v1/events/${attributes.identifier}/schedule`
    assert.equal(attributes['paypal-email'], 'money@example.org')
    assert.equal(status, 200)
    assert.deepEqual(
      body,
      documentOf({
        type: 'event',
        id,
        attributes: {
          ...NOT_SENT,
          'is-mail-held': null,
          name: 'Conference',
          state: 'published',
          'starts-at': '2030-05-01T09:00:00+00:00',
          'ends-at': '2030-05-03T18:00:00+00:00',
          identifier: attributes.identifier,
          'created-at': attributes['created-at'],
          'chat-room-name': `Conference-${attributes.identifier}`,
          'ical-url': `${feeds}.ics`,
          'xcal-url': `${feeds}.xcal`,
          'pentabarf-url': `${feeds}.xml`,
        },
        relationships: relationshipsOf(self, PUBLIC_LINKAGE),
        links: { self },
      }),
    )
  })

  it('links to its speakers call, its copyright, its type, topic and sub-topic', async () => {
    const { id } = await make(service, owner, 'event')
    const event = { type: 'event', id }
    const call = await make(service, owner, 'speakers-call', {}, { event })
    const copyright = await make(service, owner, 'event-copyright', {}, { event })
    const relationships = {
      'event-type': { data: { type: 'event-type', id: '6' } },
      'event-topic': { data: { type: 'event-topic', id: '1' } },
      'event-sub-topic': { data: { type: 'event-sub-topic', id: '2' } },
    }

    const body = { data: { ...event, relationships } }
    const answer = await service.call('PATCH', `/v1/events/${id}`, { as: owner, body })

    assert.equal(answer.status, 200)
    assert.deepEqual(
      answer.body.data.relationships,
      relationshipsOf(`/v1/events/${id}`, {
        ...PUBLIC_LINKAGE,
        ...STAFF_LINKAGE,
        ...figuresOf(id),
        'event-type': { type: 'event-type', id: '6' },
        'event-topic': { type: 'event-topic', id: '1' },
        'event-sub-topic': { type: 'event-sub-topic', id: '2' },
        'speakers-call': { type: 'speakers-call', id: call.id },
        'event-copyright': { type: 'event-copyright', id: copyright.id },
        owner: { type: 'user', id: owner.id },
      }),
    )
  })
})
