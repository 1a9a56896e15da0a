/** What follows from inviting a person to hold a session together. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { countedMail } from '../access/counted-mail.ts'
import { limit } from '../access/limits.ts'
import { takeTry } from '../access/rate-limit.ts'
import { makeToken } from '../access/secret-token.ts'
import type { Db } from '../database/connect.ts'
import type { RowOf } from '../database/rows.ts'
import { ConflictError } from '../errors.ts'
import type { Effects } from '../jsonapi/effects.ts'
import { hasTakenPart, mailTo } from '../mail/event-mail.ts'
import { named } from '../mail/named.ts'
import { recordNotification } from '../mail/outbox.ts'
import { templateOf } from '../mail/templates.ts'
import type { speakerInvite } from '../resources/speaker-invite.ts'

type Invite = RowOf<typeof speakerInvite>

export function speakerInviteEffects(frontendUrl: string): Effects<typeof speakerInvite> {
  return {
    async created(tx, { id, caller, after }) {
      await demandNewSpeaker(tx, after)
      await takeTry(tx, [limit('invitation to an address', after.email)])
      const { token, hash } = makeToken()
      await tx.query(
        sql`update speaker_invites set token_hash = ${hash}, expires_at = now() + interval '7 days',
          sender_id = ${caller.id} where id = ${id}`,
      )
      await announce(tx, caller, after, `${frontendUrl}/speaker-invites?token=${token}`)
    },
  }
}

/** A person who speaks already has nothing to accept. One whose account is missing may be invited to get it. */
async function demandNewSpeaker(tx: Db, { session_id, email }: Invite): Promise<void> {
  const same = await tx.query(sql`select 1 from speakers_sessions ss join speakers sp on sp.id = ss.speaker_id
    join users u on u.id = sp.user_id and u.deleted_at is null
    where ss.session_id = ${session_id} and sp.deleted_at is null and lower(u.email) = lower(${email})`)
  if (same.length > 0)
    throw new ConflictError('The person with this address is a speaker of the session already.', {
      pointer: '/data/attributes/email',
    })
}

interface About {
  id: string
  name: string
  identifier: string
  title: string
  user_id: string | null
  has_taken_part: boolean
}

async function announce(
  tx: Db,
  caller: Caller,
  { session_id, event_id, email }: Invite,
  link: string,
): Promise<void> {
  const [row] = await tx.query<About>(
    sql`select e.id, e.name, e.identifier, s.title, ${hasTakenPart(sql`${email}`, event_id)} as has_taken_part,
        (select u.id from users u where lower(u.email) = lower(${email}) and u.is_verified and u.deleted_at is null) as user_id
      from sessions s join events e on e.id = s.event_id where s.id = ${session_id}`,
  )
  const { id, name, identifier, title, user_id, has_taken_part } = row!
  const values = { event: named(name), title: named(title), link }
  const template = await templateOf(tx, event_id, 'speaker_invite')
  const about = { action: 'speaker_invite', eventId: event_id, template, values }
  const { message, ...mail } = mailTo({ email, name: '', has_taken_part }, about)
  // The text has a token, so nobody but the recipient may read it.
  const { eventId: _, ...secret } = message
  await countedMail(tx, caller)([{ ...mail, message: secret }])
  if (user_id)
    await recordNotification(tx, user_id, {
      type: 'speaker_invite',
      event: { id, name, identifier },
      session: { id: session_id, title },
    })
}
