/** Records that fill what does not matter to a test; what matters is written in the test. */
import assert from 'node:assert/strict'
import type { CalledService, Caller, Json } from './service.ts'

type Attributes = Record<string, unknown>
export type Relationships = Record<
  string,
  { type: string; id: string } | { type: string; id: string }[] | null
>

const DEFAULTS: Record<string, { path: string; attributes: Attributes }> = {
  event: {
    path: '/v1/events',
    attributes: {
      name: 'Conference',
      'starts-at': '2030-05-01T09:00:00Z',
      'ends-at': '2030-05-03T18:00:00Z',
      state: 'published',
    },
  },
  session: { path: '/v1/sessions', attributes: { title: 'Keynote', state: 'accepted' } },
  speaker: { path: '/v1/speakers', attributes: { name: 'Ada', email: 'ada@example.org' } },
  microlocation: { path: '/v1/microlocations', attributes: { name: 'Great Hall' } },
  track: { path: '/v1/tracks', attributes: { name: 'Science', color: '#336699' } },
  'session-type': { path: '/v1/session-types', attributes: { name: 'Talk', length: '00:30' } },
  sponsor: { path: '/v1/sponsors', attributes: { name: 'Acme' } },
  'social-link': {
    path: '/v1/social-links',
    attributes: { name: 'mastodon', link: 'https://example.org/@plenum' },
  },
  'custom-form': {
    path: '/v1/custom-forms',
    attributes: { form: 'session', type: 'text', 'field-identifier': 'title' },
  },
  'speakers-call': {
    path: '/v1/speakers-calls',
    attributes: { 'starts-at': '2020-01-01T00:00:00Z', 'ends-at': '2099-01-01T00:00:00Z' },
  },
  'event-copyright': { path: '/v1/event-copyright', attributes: { licence: 'CC BY 4.0' } },
  ticket: {
    path: '/v1/tickets',
    attributes: {
      name: 'Day ticket',
      type: 'free',
      'sales-starts-at': '2020-01-01T00:00:00Z',
      'sales-ends-at': '2030-05-01T09:00:00Z',
    },
  },
  'ticket-tag': { path: '/v1/ticket-tags', attributes: { name: 'Students' } },
  'discount-code': {
    path: '/v1/discount-codes',
    attributes: { code: 'EARLY', type: 'percent', value: 10, 'used-for': 'tickets' },
  },
  'access-code': {
    path: '/v1/access-codes',
    attributes: { code: 'FRIENDS', 'is-active': true, 'valid-from': '2020-01-01T00:00:00Z' },
  },
  'payment-authorization': {
    path: '/v1/payment-authorization',
    attributes: { 'payment-auth-code': 'ac_sample' },
  },
  'event-topic': { path: '/v1/event-topics', attributes: { name: 'Astronomy' } },
  'event-sub-topic': { path: '/v1/event-sub-topics', attributes: { name: 'Comets' } },
  'event-type': { path: '/v1/event-types', attributes: { name: 'Hackathon' } },
  user: { path: '/v1/users', attributes: { email: 'someone@plenum.test', password: 'long enough' } },
  role: { path: '/v1/roles', attributes: { name: 'janitor' } },
  'role-invite': {
    path: '/v1/role-invites',
    attributes: { email: 'invited@plenum.test', 'role-name': 'coorganizer' },
  },
  'users-events-roles': { path: '/v1/users-events-roles', attributes: {} },
}

/** The body of a request that creates a record with what is usual for its type. */
export function bodyOf(type: string, attributes: Attributes = {}, relationships: Relationships = {}): Json {
  const linked = Object.fromEntries(Object.entries(relationships).map(([name, data]) => [name, { data }]))
  return {
    data: { type, attributes: { ...DEFAULTS[type]!.attributes, ...attributes }, relationships: linked },
  }
}

export async function make(
  service: CalledService,
  as: Caller | undefined,
  type: string,
  attributes: Attributes = {},
  relationships: Relationships = {},
): Promise<Json> {
  const answer = await service.call('POST', DEFAULTS[type]!.path, {
    as,
    body: bodyOf(type, attributes, relationships),
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

export const linkTo = ({ type, id }: { type: string; id: string }) => ({ type, id })
