/**
 * A sample of every type: what a test sends where the values do not matter. The makers, the worlds and the generic tests
 * read them, so that a new resource needs nothing else; a type without a sample is an error of the compiler.
 */
import type { SentOf, SentToCreate } from '../../src/database/rows.ts'
import type { Resource } from '../../src/resources/all.ts'
import type { Declaration } from '../../src/resources/declare.ts'
import { OCCASION_NAMES } from '../../src/resources/mail-occasions.ts'
import type { Rights } from '../permissions/rights.ts'

export interface Sample<D extends Declaration = Declaration> {
  /** A record that is valid, as it is sent; what nobody sends, as it is kept. */
  attributes: D['access'] extends { create: string } ? SentToCreate<D> : SentOf<D>
  /** What no two records share, made anew for each. */
  unique?(count: number): SentOf<D>
  /** The records that it must be linked with, by id, where a new one does not do. */
  links?: Record<string, string>
  /** What a record must be like that it belongs to and that is made for it, by type: fields, and columns that nobody sends. */
  owners?: Record<string, Record<string, unknown>>
  /** What a change is tried with; its name unless said. */
  change?: SentOf<D>
  /** An event has at most one. */
  onePerEvent?: true
  /** Who may do what with it, as permissions/rights.ts says; without it the rows stand in permissions/table.ts. */
  rights?: Rights
}

export type Samples = { readonly [D in Resource as D['type']]: Sample<D> }

export const samples: Samples = {
  event: {
    attributes: {
      name: 'Conference',
      starts_at: '2030-05-01T09:00:00Z',
      ends_at: '2030-05-03T18:00:00Z',
      state: 'published',
    },
  },
  session: {
    attributes: { title: 'Keynote', state: 'accepted' },
    change: { title: 'Changed' },
    rights: 'kept by coorganizers',
  },
  'schedule-release': {
    attributes: { comment: 'The first plan' },
    change: { comment: 'Changed' },
    rights: 'kept by coorganizers',
  },
  speaker: { attributes: { name: 'Ada', email: 'ada@example.org' }, rights: 'kept by coorganizers' },
  microlocation: { attributes: { name: 'Great Hall' }, rights: 'kept by coorganizers' },
  track: { attributes: { name: 'Science', color: '#336699' }, rights: 'kept by coorganizers' },
  'session-type': { attributes: { name: 'Talk', length: '00:30' }, rights: 'kept by coorganizers' },
  sponsor: { attributes: { name: 'Acme' }, rights: 'kept by coorganizers' },
  'social-link': {
    attributes: { name: 'mastodon', link: 'https://example.org/@plenum' },
    rights: 'kept by coorganizers',
  },
  'custom-form': {
    attributes: { form: 'session', type: 'text', field_identifier: 'title' },
    change: { description: 'Changed' },
    rights: 'kept by organizers',
  },
  'custom-form-option': {
    attributes: { value: 'Vegetarian' },
    change: { value: 'Changed' },
    rights: 'kept by organizers',
  },
  'speakers-call': {
    attributes: { starts_at: '2020-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' },
    change: { announcement: 'Changed' },
    onePerEvent: true,
    rights: 'kept by coorganizers',
  },
  'event-copyright': {
    attributes: { licence: 'CC BY 4.0' },
    change: { holder: 'Changed' },
    onePerEvent: true,
    rights: 'kept by coorganizers',
  },
  ticket: {
    attributes: {
      name: 'Day ticket',
      type: 'free',
      sales_starts_at: '2020-01-01T00:00:00Z',
      sales_ends_at: '2030-05-01T09:00:00Z',
    },
    unique: (count) => ({ name: `Ticket ${count}` }),
    rights: 'kept by coorganizers',
  },
  'ticket-tag': {
    attributes: { name: 'Students' },
    unique: (count) => ({ name: `Tag ${count}` }),
    rights: 'kept by coorganizers',
  },
  'discount-code': {
    attributes: { code: 'EARLY', type: 'percent', value: 10, used_for: 'tickets' },
    unique: (count) => ({ code: `EARLY${count}` }),
    change: { is_active: false },
    rights: 'seen by coorganizers',
  },
  'discount-redemption': { attributes: { quantity: 1 } },
  'access-code': {
    attributes: { code: 'FRIENDS', is_active: true, valid_from: '2020-01-01T00:00:00Z' },
    unique: (count) => ({ code: `FRIENDS${count}` }),
    change: { is_active: false },
    rights: 'seen by coorganizers',
  },
  'payment-authorization': {
    attributes: { payment_auth_code: 'ac_sample' },
    change: { payment_publishable_key: 'pk_changed' },
    onePerEvent: true,
  },
  'event-topic': {
    attributes: { name: 'Astronomy' },
    unique: (count) => ({ name: `Astronomy ${count}` }),
    rights: 'kept by staff',
  },
  'event-sub-topic': {
    attributes: { name: 'Comets' },
    unique: (count) => ({ name: `Comets ${count}` }),
    rights: 'kept by staff',
  },
  'event-type': { attributes: { name: 'Hackathon' }, rights: 'kept by staff' },
  user: {
    attributes: { email: 'someone@plenum.test', password: 'long enough' },
    unique: (count) => ({ email: `sample${count}@plenum.test` }),
    change: { first_name: 'Changed' },
  },
  role: {
    attributes: { name: 'janitor' },
    unique: (count) => ({ name: `role ${count}` }),
    rights: 'kept by staff',
  },
  'role-invite': {
    attributes: { email: 'invited@plenum.test', role_name: 'coorganizer' },
    unique: (count) => ({ email: `sample${count}@plenum.test` }),
  },
  'speaker-invite': {
    attributes: { email: 'invited@plenum.test' },
    unique: (count) => ({ email: `sample${count}@plenum.test` }),
  },
  // The role is one that comes with the service.
  'users-events-roles': { attributes: {}, links: { role: '3' } },
  notification: { attributes: { content: {} }, change: { is_read: true }, rights: 'own' },
  'api-token': {
    attributes: { name: 'CI', scopes: ['read'] },
    rights: 'own',
  },
  change: {
    attributes: { action: 'updated', record_type: 'track', record_id: '1', field_values: {} },
    rights: 'log of organizers',
  },
  webhook: {
    attributes: { url: 'https://receiver.example.org/', events: ['*'] },
    change: { is_active: false },
    rights: 'kept among organizers',
  },
  'webhook-delivery': {
    attributes: { name: 'world', record_type: 'webhook', record_id: '1' },
    rights: 'kept among organizers',
  },
  'user-favourite-session': { attributes: {}, rights: 'own' },
  'review-criterion': { attributes: { name: 'Relevance' }, rights: 'read by reviewers' },
  // Of a session that waits for a decision.
  review: {
    attributes: { comment: 'Clear' },
    owners: { session: { state: 'pending', creator_id: null } },
    change: { comment: 'Changed' },
    rights: 'reviews',
  },
  feedback: {
    attributes: { rating: 4 },
    owners: { event: { starts_at: '2020-05-01T09:00:00Z', ends_at: '2020-05-03T18:00:00Z' } },
    change: { comment: 'Changed' },
    rights: 'given by visitors',
  },
  'feed-token': { attributes: { name: 'Phone' }, rights: 'own' },
  'schedule-conflict': {
    attributes: { kind: 'incomplete', starts_at: '2030-05-01T09:00:00Z', message: 'a' },
    rights: 'seen by coorganizers',
  },
  mail: {
    attributes: { recipient: 'ada@example.org', action: 'a', subject: 'a', message: 'a', status: 'draft' },
    change: { subject: 'Changed' },
  },
  'mail-template': {
    attributes: { occasion: 'session_accepted', subject: 'Welcome', text: 'Welcome to {event}' },
    // The last two are in the world already.
    unique: (count) => ({ occasion: OCCASION_NAMES[count % (OCCASION_NAMES.length - 2)]! }),
    change: { subject: 'Changed' },
    rights: 'seen by coorganizers',
  },
  setting: { attributes: {}, change: { tagline: 'Changed' } },
  'event-image-size': { attributes: {}, change: { icon_quality: 70 } },
  'speaker-image-size': { attributes: {}, change: { icon_size_quality: 70 } },
  'import-job': { attributes: {} },
  'export-job': { attributes: {} },
}
