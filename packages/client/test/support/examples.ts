/**
 * Records made or found as a user of the client would do it. That each of them compiles shows that the types fit. Where a
 * type has no example of its own, the sample of the type is one.
 */
import { toWire } from '../../../../src/resources/names.ts'
import { anotherLike, catalog } from '../../../../test/support/catalog.ts'
import { toPlain } from '../../src/names.ts'
import type { Link, PlenumClient, RecordOf, Type } from '../../src/plenum-client.ts'

/** What most records belong to. */
export interface Stage {
  event: RecordOf<'event'>
  ticket: RecordOf<'ticket'>
  discountCode: RecordOf<'discount-code'>
  me: RecordOf<'user'>
  /** Another user. */
  proposer: PlenumClient
}

export async function setStage(client: PlenumClient, proposer: PlenumClient): Promise<Stage> {
  const event = await client.events.create({
    name: 'Tea Days',
    startsAt: new Date('2030-05-01T09:00:00Z'),
    endsAt: '2030-05-03T18:00:00Z',
    timezone: 'Europe/Berlin',
    state: 'published',
    canPayByBank: true,
  })
  const ticket = await client.tickets.create({
    event,
    name: 'Weekend',
    type: 'paid',
    price: 40,
    salesStartsAt: '2020-01-01T00:00:00Z',
    salesEndsAt: '2030-05-01T00:00:00Z',
  })
  const discountCode = await client.discountCodes.create({
    event,
    code: 'EARLY',
    type: 'percent',
    value: 25,
    usedFor: 'tickets',
    tickets: [ticket],
  })
  return { event, ticket, discountCode, me: await client.me(), proposer }
}

type Example<T extends Type> = (client: PlenumClient, stage: Stage) => Promise<RecordOf<T>>

async function first<R>(list: Promise<{ records: R[] }>): Promise<R> {
  const [record] = (await list).records
  if (!record) throw new Error('The list is empty.')
  return record
}

const examples: { [T in Type]?: Example<T> } = {
  'access-code': (client, { event }) =>
    client.accessCodes.create({
      event,
      code: 'FRIENDS',
      isActive: true,
      validFrom: '2020-01-01T00:00:00Z',
    }),
  'custom-form': (client, { event }) =>
    client.customForms.create({ event, form: 'session', fieldIdentifier: 'subtitle', isRequired: true }),
  'discount-code': (client, { discountCode }) =>
    client.discountCodes.update(discountCode, { value: 20, maxQuantity: 5 }),
  'discount-redemption': (client, { event, ticket }) =>
    client.redeemDiscountCode(event, 'EARLY', { quantity: 2, tickets: [ticket] }, { idempotencyKey: 'one' }),
  event: (client, { event }) => client.events.update(event, { description: 'Two days of <b>tea</b>.' }),
  'event-copyright': (client, { event }) =>
    client.eventCopyright.create({ event, licence: 'CC BY 4.0', holder: 'Ada' }),
  'event-image-size': (client) => client.eventImageSizes.update({ fullWidth: 1200 }),
  'event-sub-topic': async (client) =>
    client.eventSubTopics.create({ name: 'Green tea', eventTopic: await first(client.eventTopics.list()) }),
  'event-topic': (client) => client.eventTopics.create({ name: 'Tea' }),
  'event-type': (client) => client.eventTypes.create({ name: 'Tasting' }),
  'export-job': async (client, { event }) => {
    await client.exportEvent(event)
    return first(client.exportJobs.list())
  },
  // Of an event that has begun.
  feedback: async (client) => {
    const times = { startsAt: '2020-05-01T09:00:00Z', endsAt: '2020-05-03T18:00:00Z' }
    const event = await client.events.create({ name: 'Tea Days 2020', state: 'published', ...times })
    return client.feedbacks.create({ event, rating: 4.5, comment: 'Good tea' })
  },
  review: async (client, { proposer }) => {
    const times = { startsAt: '2030-05-01T09:00:00Z', endsAt: '2030-05-03T18:00:00Z' }
    const event = await client.events.create({ name: 'Map Days', state: 'published', ...times })
    await client.speakersCalls.create({
      event,
      startsAt: '2020-01-01T00:00:00Z',
      endsAt: '2030-01-01T00:00:00Z',
    })
    const criterion = await client.reviewCriteria.create({ event, name: 'Relevance', isRequired: true })
    const session = await proposer.sessions.create({ event, title: 'Tea and maps', state: 'pending' })
    return client.reviews.create({ session, scores: { [criterion.id]: 5 } })
  },
  'import-job': async (client, { event }) => {
    const archive = await client.exportEvent(event)
    await client.importEvent(await archive.blob())
    return first(client.importJobs.list())
  },
  mail: (client) => first(client.mails.list({ sort: ['-id'] })),
  'mail-template': (client, { event }) =>
    client.mailTemplates.create({
      event,
      occasion: 'session_accepted',
      subject: 'Welcome',
      text: 'Hello {name}',
    }),
  microlocation: (client, { event }) => client.microlocations.create({ event, name: 'Garden', floor: 0 }),
  notification: async (client, { event }) => {
    await client.copyEvent(event)
    return client.notifications.update(await first(client.notifications.list()), { isRead: true })
  },
  'payment-authorization': (client, { event }) =>
    client.paymentAuthorization.create({ event, paymentAuthCode: 'ac_example' }),
  role: (client) => first(client.roles.list({ filter: { name: 'organizer' } })),
  'role-invite': (client, { event }) =>
    client.roleInvites.create({ event, email: 'grace@example.org', roleName: 'coorganizer' }),
  'webhook-delivery': async (client, { event }) => {
    await client.webhooks.create({ event, url: 'https://receiver.example.org/', events: ['track.created'] })
    await client.tracks.create({ event, name: 'Heard', color: '#336699' })
    return first(client.webhookDeliveries.list())
  },
  'schedule-conflict': async (client, { event }) => {
    await client.sessions.create({
      event,
      title: 'Half planned',
      startsAt: '2030-05-01T09:00:00Z',
      state: 'accepted',
    })
    return first(client.scheduleConflicts.list({ event }))
  },
  session: async (client, { event }) =>
    client.sessions.create({
      event,
      title: 'How to brew',
      level: 'Beginner',
      state: 'accepted',
      speakers: [await client.speakers.create({ event, name: 'Ada', email: 'ada@example.org' })],
    }),
  'session-type': (client, { event }) => client.sessionTypes.create({ event, name: 'Talk', length: '00:45' }),
  setting: (client) => client.settings.update({ appName: 'Tea' }),
  'social-link': (client, { event }) =>
    client.socialLinks.create({ event, name: 'Mastodon', link: 'https://example.org/@tea' }),
  speaker: (client, { event }) =>
    client.speakers.create({ event, name: 'Grace', email: 'grace@example.org', isFeatured: true }),
  'speaker-image-size': (client) => client.speakerImageSizes.get(),
  'speaker-invite': async (client, { event }) =>
    client.speakerInvites.create({
      session: await client.sessions.create({ event, title: 'How to brew' }),
      email: 'grace@example.org',
    }),
  'speakers-call': (client, { event }) =>
    client.speakersCalls.create({ event, startsAt: new Date('2029-01-01'), endsAt: new Date('2029-02-01') }),
  sponsor: (client, { event }) => client.sponsors.create({ event, name: 'Kettle Inc.', level: 1 }),
  ticket: (client, { ticket }) => client.tickets.update(ticket, { quantity: 200 }),
  'ticket-tag': (client, { event, ticket }) =>
    client.ticketTags.create({ event, name: 'Students', tickets: [ticket] }),
  track: (client, { event }) => client.tracks.create({ event, name: 'Brewing', color: '#336699' }),
  user: (client) => client.users.create({ email: 'lin@example.org', password: 'a good password' }),
  'users-events-roles': async (client, { event, me }) =>
    client.usersEventsRoles.create({
      event,
      user: me,
      role: await first(client.roles.list({ filter: { name: 'moderator' } })),
    }),
}

export function exampleOf(type: Type): Example<Type> {
  return (examples[type] as Example<Type> | undefined) ?? ((client, stage) => likeSample(client, stage, type))
}

async function likeSample(client: PlenumClient, { event, me }: Stage, type: Type): Promise<RecordOf<Type>> {
  const entry = catalog.entryOf(type)
  const { access, belongsTo = {} } = entry.declaration
  if (!access.create) return first(collectionOf(client, type).list())
  const body = Object.entries(anotherLike(entry)).map(([name, value]) => [toPlain(toWire(name)), value])
  const links: [string, Link][] = []
  for (const [name, { to, required, readOnly }] of Object.entries(belongsTo)) {
    if (!required || readOnly) continue
    const known: Record<string, Link> = { event, user: me }
    links.push([toPlain(toWire(name)), known[to] ?? (await first(collectionOf(client, to).list()))])
  }
  return collectionOf(client, type).create(Object.fromEntries([...body, ...links]))
}

/** Of a type that is known only when the test runs. */
function collectionOf(client: PlenumClient, type: string): AnyCollection {
  const { path } = catalog.entryOf(type).declaration
  return Reflect.get(client, toPlain(path.slice(1)))
}

interface AnyCollection {
  list(): Promise<{ records: RecordOf<Type>[] }>
  create(body: Record<string, unknown>): Promise<RecordOf<Type>>
}
