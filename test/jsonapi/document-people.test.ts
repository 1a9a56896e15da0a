/** Accounts, roles, what people are told, and the lists that staff keep, as whole documents. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { documentOf, liveThrough, MANY, MOMENT, NOT_FOUND, resourceOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const WORDS_AND_FLAGS = {
  'first-name': null,
  'last-name': null,
  'public-name': null,
  'is-profile-public': false,
  'avatar-url': null,
  'original-image-url': null,
  'thumbnail-image-url': null,
  'small-image-url': null,
  'icon-image-url': null,
  'was-registered-with-order': false,
  details: null,
  contact: null,
  company: null,
  'language-prefrence': null,
  'facebook-url': null,
  'twitter-url': null,
  'unconfirmed-email': null,
  'instagram-url': null,
  'google-plus-url': null,
  'facebook-id': null,
  'billing-contact-name': null,
  'billing-phone': null,
  'billing-address': null,
  'billing-city': null,
  'billing-zip-code': null,
  'billing-state': null,
  'billing-country': null,
  'billing-tax-info': null,
  'billing-additional-info': null,
  'is-verified': false,
  'is-admin': false,
  'is-super-admin': false,
  'is-sales-admin': false,
  'is-marketer': false,
  'is-blocked': false,
  'is-user-owner': false,
  'is-user-organizer': false,
  'is-user-coorganizer': false,
  'is-user-track-organizer': false,
  'is-user-moderator': false,
  'is-user-registrar': false,
  'last-accessed-at': null,
  'deleted-at': null,
}
const EVERYTHING = Object.fromEntries(
  [
    ...['events', 'owner-events', 'organizer-events', 'coorganizer-events', 'track-organizer-events'],
    ...[
      'registrar-events',
      'moderator-events',
      'reviewer-events',
      'sessions',
      'speakers',
      'discount-codes',
      'notifications',
    ],
    ...['feed-tokens', 'feedbacks', 'user-favourite-sessions'],
  ].map((name) => [name, MANY]),
)

describe('as staff see it, created, read, changed and deleted:', () => {
  it('a user, whose password is never shown', () =>
    liveThrough(service, {
      type: 'user',
      path: '/v1/users',
      as: admin,
      sent: { email: 'ada@plenum.test', password: PASSWORD },
      whole: { ...WORDS_AND_FLAGS, email: 'ada@plenum.test' },
      made: { 'created-at': MOMENT },
      linkage: EVERYTHING,
      change: { 'first-name': 'Ada', password: 'another password', 'billing-city': 'London' },
      changed: { 'first-name': 'Ada', 'billing-city': 'London' },
    }))

  it('a role', () =>
    liveThrough(service, {
      type: 'role',
      path: '/v1/roles',
      as: admin,
      sent: { name: 'janitor' },
      whole: { name: 'janitor', 'title-name': null },
      linkage: {},
      change: { 'title-name': 'Janitor' },
      changed: { 'title-name': 'Janitor' },
    }))

  it('a role of a user at an event', () =>
    liveThrough(service, {
      type: 'users-events-roles',
      path: '/v1/users-events-roles',
      as: admin,
      sent: {},
      linked: { event, user: { type: 'user', id: admin.id }, role: { type: 'role', id: '3' } },
      whole: {},
      linkage: { event, user: { type: 'user', id: admin.id }, role: { type: 'role', id: '3' } },
      change: {},
      changed: {},
    }))

  it('an event type', () =>
    liveThrough(service, {
      type: 'event-type',
      path: '/v1/event-types',
      as: admin,
      sent: { name: 'Hack & Make, or Break' },
      whole: { name: 'Hack & Make, or Break', slug: 'hack-make-or-break', 'deleted-at': null },
      linkage: { events: MANY },
      change: { name: 'Hackathon' },
      changed: { name: 'Hackathon' },
    }))

  it('an event topic', () =>
    liveThrough(service, {
      type: 'event-topic',
      path: '/v1/event-topics',
      as: admin,
      sent: { name: 'Astronomy' },
      whole: { name: 'Astronomy', 'system-image-url': null, slug: 'astronomy', 'deleted-at': null },
      linkage: { events: MANY, 'event-sub-topics': MANY },
      change: { 'system-image-url': 'https://example.org/stars.png' },
      changed: { 'system-image-url': 'https://example.org/stars.png' },
    }))

  it('an event sub-topic', () =>
    liveThrough(service, {
      type: 'event-sub-topic',
      path: '/v1/event-sub-topics',
      as: admin,
      sent: { name: 'Comets' },
      linked: { 'event-topic': { type: 'event-topic', id: '15' } },
      whole: { name: 'Comets', slug: 'comets' },
      linkage: { 'event-topic': { type: 'event-topic', id: '15' }, events: MANY },
      change: { name: 'Asteroids' },
      changed: { name: 'Asteroids' },
    }))
})

describe('what cannot be changed or created:', () => {
  it('a role invite is created, read and deleted, and says its role', async () => {
    const body = {
      data: {
        type: 'role-invite',
        attributes: { email: 'ada@plenum.test', 'role-name': 'coorganizer', status: 'accepted' },
        relationships: { event: { data: event } },
      },
    }
    const created = await service.call('POST', '/v1/role-invites', { as: owner, body })

    const { id, attributes } = created.body.data
    const whole = documentOf(
      resourceOf(
        '/v1/role-invites',
        { type: 'role-invite', id },
        {
          email: 'ada@plenum.test',
          'role-name': 'coorganizer',
          status: 'pending',
          'created-at': attributes['created-at'],
        },
        { event, role: { type: 'role', id: '3' } },
      ),
    )
    assert.deepEqual([created.status, created.body], [201, whole])
    const read = await service.call('GET', `/v1/role-invites/${id}`, { as: owner })
    assert.deepEqual([read.status, read.body], [200, whole])
    const deleted = await service.call('DELETE', `/v1/role-invites/${id}`, { as: owner })
    assert.equal(deleted.body.meta.message, 'Object successfully deleted')
    const gone = await service.call('GET', `/v1/role-invites/${id}`, { as: owner })
    assert.deepEqual([gone.status, gone.body], [404, NOT_FOUND])
  })

  it('a notification is read and marked as read by its user', async () => {
    const [{ id }] = (await service.db.query<{ id: string }>(
      sql`insert into notifications (user_id, content) values (${owner.id}, ${{ type: 'greeting' }}) returning id`,
    )) as [{ id: string }]
    const self = `/v1/notifications/${id}`

    const body = { data: { type: 'notification', id, attributes: { 'is-read': true, content: {} } } }
    const answer = await service.call('PATCH', self, { as: owner, body })

    const attributes = {
      'is-read': true,
      content: { type: 'greeting' },
      'created-at': answer.body.data.attributes['created-at'],
      'received-at': answer.body.data.attributes['created-at'],
    }
    const user = { type: 'user', id: owner.id }
    assert.match(attributes['created-at'], MOMENT)
    assert.deepEqual(
      [answer.status, answer.body],
      [200, documentOf(resourceOf('/v1/notifications', { type: 'notification', id }, attributes, { user }))],
    )
    assert.deepEqual((await service.call('GET', self, { as: owner })).body, answer.body)
  })

  it('a mail is read by staff', async () => {
    const [{ id }] = (await service.db.query<{ id: string }>(
      sql`insert into mails (recipient, time, action, subject, message)
        values ('ada@plenum.test', '2026-01-01T00:00:00Z', 'greeting', 'Hello', '<p>Ada</p>') returning id`,
    )) as [{ id: string }]

    const answer = await service.call('GET', `/v1/mails/${id}`, { as: admin })

    const attributes = {
      recipient: 'ada@plenum.test',
      time: '2026-01-01T00:00:00+00:00',
      action: 'greeting',
      subject: 'Hello',
      message: '<p>Ada</p>',
      text: null,
      status: 'pending',
      'sent-at': null,
      error: null,
    }
    assert.deepEqual(
      [answer.status, answer.body],
      [200, documentOf(resourceOf('/v1/mails', { type: 'mail', id }, attributes, { event: null }))],
    )
  })
})
