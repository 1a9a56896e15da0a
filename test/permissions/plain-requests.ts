/** What the routes that are not made from declarations need to be sent. */
import sql from 'sql-template-tag'
import { issueEmailToken } from '../../src/access/email-tokens.ts'
import { ATOMIC } from '../support/atomic.ts'
import { type Cast, PASSWORD } from '../support/people.ts'
import { ADMIN, type Caller, type TestService } from '../support/service.ts'
import { MEDIUM, type World } from './world.ts'

export interface Trial {
  service: TestService
  world: World
  cast: Cast
  caller: Caller | undefined
  /** Of the caller. */
  refreshToken: string | undefined
  /** Nothing is taken away to make room for what is created, because it must be refused. */
  keepsAll?: boolean
}

export interface Request {
  url: string
  body?: unknown
  headers?: Record<string, string>
  as?: Caller | undefined
}

let count = 0
export const newAddress = () => `new${++count}@plenum.test`
const credentials = ({ caller }: Trial) => ({
  email: caller?.email ?? ADMIN.email,
  password: caller && caller.email !== ADMIN.email ? PASSWORD : ADMIN.password,
})

const emailToken = (purpose: 'verify' | 'reset') => async (trial: Trial) => {
  const { service, caller } = trial
  const userId = caller?.id ?? trial.world.records.user!.id
  const [user] = await service.db.query<{ email: string }>(sql`select email from users where id = ${userId}`)
  const token = await issueEmailToken(service.db, userId, user!.email, purpose)
  return { body: { data: { token, password: PASSWORD } } }
}
const acceptInvite = ({ world }: Trial) => ({ body: { data: { token: world.inviteToken } } })
const withCredentials = (trial: Trial) => ({ body: credentials(trial) })
const withAddress = () => ({ body: { email: newAddress() } })

/** A form with one file. */
const form = (name: string, content: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  body: [
    '--edge',
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    '',
    content,
    '--edge--',
    '',
  ].join('\r\n'),
})
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const webhookUrl = ({ records }: World) => `/v1/webhooks/${records.webhook!.id}`

/** A session with a slot and a speaker is in the schedule. */
const scheduled =
  (type: 'session' | 'speaker') =>
  async ({ service, world: { records }, keepsAll }: Trial) => {
    const url = `/v1/${type}s/${records[type]!.id}.ics`
    if (keepsAll) return { url }
    const [session, speaker] = [records.session!.id, records.speaker!.id]
    await service.db.query(sql`update sessions set state = 'accepted', starts_at = '2030-05-01T10:00:00Z',
      ends_at = '2030-05-01T11:00:00Z', microlocation_id = ${records.microlocation!.id} where id = ${session}`)
    await service.db.query(sql`insert into speakers_sessions (session_id, speaker_id)
      values (${session}, ${speaker}) on conflict do nothing`)
    return { url }
  }

/** With the token of the stranger. */
const subscription =
  (action: string) =>
  async ({ service, world: { records } }: Trial) => {
    const [row] = await service.db.query<{ token: string }>(
      sql`insert into mail_subscriptions as m (user_id, event_id, token)
        values (${records.user!.id}, ${records.event!.id}, gen_random_uuid()::text)
        on conflict (user_id, event_id) do update set token = m.token returning token`,
    )
    return { url: `/v1/${action}/${row!.token}` }
  }

/** The routes that are not made from declarations and need something sent. */
export const plainRequests: Record<string, (trial: Trial) => Partial<Request> | Promise<Partial<Request>>> = {
  'GET /docs/*': () => ({ url: '/docs/' }),
  'GET /v1/sessions/:id.ics': scheduled('session'),
  'GET /v1/speakers/:id.ics': scheduled('speaker'),
  'POST /auth/session': withCredentials,
  'POST /v1/auth/login': withCredentials,
  'POST /v1/auth/fresh-login': withCredentials,
  'POST /v1/auth/token/refresh': ({ caller, refreshToken }) => ({
    as: caller && { ...caller, token: refreshToken! },
  }),
  'POST /v1/auth/verify-password': withCredentials,
  'POST /v1/auth/change-password': (trial) => ({
    body: { data: { 'old-password': credentials(trial).password, 'new-password': 'a better password' } },
  }),
  'POST /v1/auth/reset-password': withAddress,
  'PATCH /v1/auth/reset-password': emailToken('reset'),
  'POST /v1/auth/verify-email': emailToken('verify'),
  'POST /v1/auth/resend-verification-email': withAddress,
  'POST /v1/users/check_email': withAddress,
  'POST /v1/users/checkEmail': withAddress,
  'POST /v1/operations': () => ({
    headers: { 'content-type': ATOMIC, accept: ATOMIC },
    body: { 'atomic:operations': [] },
  }),
  'POST /v1/role-invites/accept-invite': acceptInvite,
  'POST /v1/role_invites/accept-invite': acceptInvite,
  'POST /v1/role-invites/user': acceptInvite,
  'POST /v1/role_invites/user': acceptInvite,
  'POST /v1/speaker-invites/accept-invite': acceptInvite,
  'POST /v1/speaker-invites/reject-invite': acceptInvite,
  'POST /v1/speaker-invites/user': acceptInvite,
  'POST /v1/events/:id/mail-templates/preview': ({ world }) => ({
    url: `${eventUrl(world)}/mail-templates/preview`,
    body: { occasion: 'session_accepted' },
  }),
  'GET /v1/mail-occasions': () => ({}),
  'GET /v1/unsubscribe/:token': subscription('unsubscribe'),
  'POST /v1/unsubscribe/:token': subscription('unsubscribe'),
  'POST /v1/resubscribe/:token': subscription('resubscribe'),
  'GET /v1/events/upcoming': () => ({}),
  'GET /v1/sessions/states': () => ({}),
  'GET /v1/sessions/mails': () => ({}),
  'POST /v1/sessions/:id/notify': ({ world }) => ({
    url: `/v1/sessions/${world.records.session!.id}/notify`,
    body: {},
  }),
  'POST /v1/webhooks/:id/rotate-secret': ({ world }) => ({ url: `${webhookUrl(world)}/rotate-secret` }),
  'POST /v1/webhooks/:id/ping': ({ world }) => ({ url: `${webhookUrl(world)}/ping` }),
  'POST /v1/webhook-deliveries/:id/redeliver': ({ world }) => ({
    url: `/v1/webhook-deliveries/${world.records['webhook-delivery']!.id}/redeliver`,
  }),
  'GET /v1/tasks/:id': ({ world }) => ({ url: `/v1/tasks/${world.taskId}` }),
  'POST /v1/events/:id/export/json': ({ world }) => ({ url: `${eventUrl(world)}/export/json`, body: {} }),
  'POST /v1/events/:id/export/sessions/csv': ({ world }) => ({
    url: `${eventUrl(world)}/export/sessions/csv`,
  }),
  'POST /v1/events/:id/export/speakers/csv': ({ world }) => ({
    url: `${eventUrl(world)}/export/speakers/csv`,
  }),
  'POST /v1/events/:id/copy': ({ world }) => ({ url: `${eventUrl(world)}/copy`, body: {} }),
  // Without its signature, so that it opens only for those who may export.
  'GET /v1/users/:id/personal-data/*': ({ caller }) => ({
    url: `/v1/users/${caller?.id ?? 1}/personal-data/unsigned/personal-data.zip`,
  }),
  'GET /v1/events/:id/exports/*': ({ world }) => ({
    url: `${eventUrl(world)}/exports/${world.taskId}/event.zip`,
  }),
  'POST /v1/events/import/:source': () => ({ url: '/v1/events/import/json', ...form('event.zip', 'PK') }),
  'POST /v1/schedule-imports': () => form('schedule.csv', 'title\nOpening\n'),
  'POST /v1/upload/file': () => form('notes.txt', 'Notes'),
  'POST /v1/upload/files': () => form('notes.txt', 'Notes'),
  'POST /v1/upload/image': () => ({ body: { data: `data:image/png;base64,${PIXEL}` } }),
  'GET /v1/events/:id/discount-codes/:code': ({ world }) => ({
    url: `${eventUrl(world)}/discount-codes/code1`,
  }),
  'GET /v1/events/:id/access-codes/:code': ({ world }) => ({ url: `${eventUrl(world)}/access-codes/code1` }),
  'POST /v1/events/:id/discount-codes/:code/redemptions': ({ world }) => ({
    url: `${eventUrl(world)}/discount-codes/code1/redemptions`,
    body: { data: { type: 'discount-redemption', attributes: { quantity: 1 } } },
  }),
  'GET /media/*': () => ({ url: `/${MEDIUM}` }),
}

function eventUrl({ records }: World): string {
  return `/v1/events/${records.event!.id}`
}
