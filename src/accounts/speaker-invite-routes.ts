/** Answering an invitation to hold a session together. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { limit } from '../access/limits.ts'
import { networkOf } from '../access/network.ts'
import { refundTry, takeTry } from '../access/rate-limit.ts'
import { closeSpeakerInvite, demandSpeakerInvite, type OpenSpeakerInvite } from '../access/speaker-invites.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError } from '../errors.ts'
import { recordEntry } from '../jsonapi/change-log.ts'
import type { Models } from '../jsonapi/model.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { demandText, readMembers } from '../web/members.ts'
import { members, texts } from '../web/route-doc.ts'
import type { AuthParts } from './auth-routes.ts'

const TEXT = { type: 'string' }
const BODY = members({ data: texts('token') })

export function addSpeakerInviteRoutes(
  app: FastifyInstance,
  { db, identify, models }: Pick<AuthParts, 'db' | 'identify'> & { models: Models },
): void {
  for (const route of [lookUp(db), accept(db, models), reject(db, models)]) addRoute(app, identify, route)
}

function lookUp(db: Db): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/speaker-invites/user',
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Get what a speaker invitation is for',
      body: BODY,
      answer: members({ email: TEXT, event_name: TEXT, event_identifier: TEXT, session_title: TEXT }),
      example: { body: { data: { token: '$MAIL_TOKEN' } } },
    },
    handler: (request) =>
      answer(db, request, async (_tx, { email, event_name, event_identifier, title }) => ({
        email,
        event_name,
        event_identifier,
        session_title: title,
      })),
  }
}

function accept(db: Db, models: Models): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/speaker-invites/accept-invite',
    access: 'user',
    scope: 'none',
    doc: {
      summary: 'Accept an invitation to hold a session together',
      body: BODY,
      answer: members({ event: TEXT, event_identifier: TEXT, session: TEXT, speaker: TEXT }),
      example: { body: { data: { token: '$MAIL_TOKEN' } }, token: '$TOKEN_OF_THE_INVITED_USER' },
    },
    handler: (request, _reply, caller) =>
      answer(db, request, (tx, invite) =>
        join(tx, invite, { caller: caller!, requestId: request.id, models }),
      ),
  }
}

/** The token is enough: nobody needs an account to say no. */
function reject(db: Db, models: Models): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/speaker-invites/reject-invite',
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Reject an invitation to hold a session together',
      body: BODY,
      answer: members({ success: { const: true } }),
      example: { body: { data: { token: '$MAIL_TOKEN' } } },
    },
    handler: (request) =>
      answer(db, request, async (tx, { id, event_id }) => {
        await closeSpeakerInvite(tx, id, 'rejected')
        const write = {
          db: tx,
          model: models.get('speaker-invite')!,
          caller: undefined,
          requestId: request.id,
        }
        const values = { status: { old: 'pending', new: 'rejected' } }
        await recordEntry(write, { id, event_id }, 'updated', values)
        return { success: true }
      }),
  }
}

/** Guesses of tokens are counted. */
async function answer(
  db: Db,
  request: FastifyRequest,
  act: (tx: Db, invite: OpenSpeakerInvite) => Promise<unknown>,
): Promise<unknown> {
  const token = demandText(readMembers(request.body), 'token')
  const limits = [limit('invitation looked up from a network', networkOf(request.ip))]
  await takeTry(db, limits)
  return db.transaction(async (tx) => {
    const invite = await demandSpeakerInvite(tx, token)
    await refundTry(tx, limits)
    return act(tx, invite)
  })
}

interface Joining {
  caller: Caller
  requestId: string
  models: Models
}

/** Only the invited user accepts: the token alone, which a mail server or a colleague may have seen, gives nothing. */
async function join(tx: Db, invite: OpenSpeakerInvite, joining: Joining): Promise<unknown> {
  const { event_id, session_id, event_identifier } = invite
  const person = await demandInvited(tx, invite, joining.caller)
  // Two invitations of one person are accepted one after the other, so that both find the same speaker.
  await tx.query(sql`select 1 from users where id = ${joining.caller.id} for no key update`)
  const own = await ownSpeaker(tx, invite, joining)
  const speaker = own ?? (await newSpeaker(tx, invite, person, joining))
  const linked = await tx.query(sql`insert into speakers_sessions (session_id, speaker_id)
    values (${session_id}, ${speaker}) on conflict do nothing returning speaker_id`)
  // The entry of a new speaker names the session.
  if (own && linked.length > 0) {
    const write = { db: tx, model: joining.models.get('session')!, ...joining }
    const values = { speakers: { new: [speaker] } }
    await recordEntry(write, { id: session_id, event_id }, 'updated', values)
  }
  await closeSpeakerInvite(tx, invite.id, 'accepted')
  return { event: event_id, event_identifier, session: session_id, speaker }
}

interface Person {
  name: string
  is_theirs: boolean
  is_verified: boolean
}

async function demandInvited(tx: Db, invite: OpenSpeakerInvite, caller: Caller): Promise<Person> {
  const [person] = await tx.query<Person>(
    sql`select coalesce(nullif(btrim(public_name), ''), nullif(btrim(concat_ws(' ', first_name, last_name)), ''),
        split_part(email, '@', 1)) as name, lower(email) = lower(${invite.email}) as is_theirs, is_verified
      from users where id = ${caller.id}`,
  )
  const { is_theirs, is_verified } = person!
  if (!is_theirs)
    throw new ForbiddenError('This invitation is for another e-mail address. Log in as the invited user.')
  if (!is_verified)
    throw new ForbiddenError(
      'Confirm your e-mail address first. To get the mail again, call /v1/auth/resend-verification-email.',
    )
  if (!invite.is_backed)
    throw new ForbiddenError(
      'The sender of this invitation may no longer invite speakers to the session. Ask for a new invitation.',
    )
  return person!
}

/** The person as the event knows it already: by the account, or by the address while no account stands behind it. */
async function ownSpeaker(
  tx: Db,
  { event_id, session_id, email }: OpenSpeakerInvite,
  joining: Joining,
): Promise<string | undefined> {
  const { id } = joining.caller
  const [own] = await tx.query<{ id: string; user_id: string | null }>(
    sql`select sp.id, sp.user_id from speakers sp
      where sp.event_id = ${event_id} and sp.deleted_at is null
        and (sp.user_id = ${id} or (sp.user_id is null and lower(sp.email) = lower(${email})))
      order by exists (select 1 from speakers_sessions ss where ss.speaker_id = sp.id and ss.session_id = ${session_id}) desc,
        sp.user_id is null, sp.id limit 1`,
  )
  if (own?.user_id === null) {
    await tx.query(sql`update speakers set user_id = ${id} where id = ${own.id}`)
    const write = { db: tx, model: joining.models.get('speaker')!, ...joining }
    await recordEntry(write, { id: own.id, event_id }, 'updated', { user: { new: id } })
  }
  return own?.id
}

async function newSpeaker(
  tx: Db,
  { event_id, session_id }: OpenSpeakerInvite,
  { name }: Person,
  joining: Joining,
): Promise<string> {
  const { id: user, email } = joining.caller
  const [made] = await tx.query<{ id: string }>(
    sql`insert into speakers (event_id, user_id, name, email, is_proposed)
      values (${event_id}, ${user}, ${name}, ${email}, true) returning id`,
  )
  const { id } = made!
  const fields = { name: { new: name }, email: { new: email }, user: { new: user } }
  const values = { ...fields, sessions: { new: [session_id] } }
  const write = { db: tx, model: joining.models.get('speaker')!, ...joining }
  await recordEntry(write, { id, event_id }, 'created', values)
  return id
}
