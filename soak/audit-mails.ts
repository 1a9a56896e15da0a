/** Every mail that was recorded was sent, and once. */

import type { Json } from '../test/support/service.ts'
import type { Received } from '../tools/mail-server.ts'
import type { Audited } from './audit.ts'
import type { FaultKind } from './plan.ts'
import { query } from './query.ts'

const MAILS = 'select id::text, recipient, action, subject, status, attempts, error from mails order by id'
/** Each of these has as many mails as rows. */
const PROMISED = `select
  (select count(*)::int from users where email <> 'admin@plenum.test') - (select count(*)::int from mails where action = 'user_registration') as accounts,
  (select count(*)::int from role_invites) - (select count(*)::int from mails where action = 'event_role') as invitations,
  (select count(*)::int from tasks where name in ('export.event', 'import.event', 'copy.event') and finished_at is not null)
    - (select count(*)::int from mails where action ~ '^event_(ex|im)port') as tasks`

/** A killed worker may have handed over this many mails without having noted it: what it sends at once. */
const UNNOTED = 10

export async function auditMails(
  databaseUrl: string,
  received: readonly Received[],
  faults: readonly FaultKind[],
): Promise<Audited> {
  const mails: Json[] = await query(databaseUrl, MAILS)
  const [promised] = await query(databaseUrl, PROMISED)
  const arrivals = Map.groupBy(received, ({ id }) => /^<plenum-mail-(\d+)@/.exec(id)?.[1] ?? id)
  const known = new Set(mails.map(({ id }) => id))
  const kills = faults.filter((kind) => kind === 'kill-worker').length
  let twice = 0
  const findings = mails.flatMap(({ id, recipient, action, status, attempts, error }) => {
    const times = arrivals.get(id)?.length ?? 0
    const subject = `the mail ${id} (${action}) to ${recipient}`
    if (status !== 'sent') return [`${subject} is ${status}: ${error}`]
    if (times === 0) return [`${subject} counts as sent and did not arrive`]
    if (times === 1) return []
    twice++
    return attempts >= times ? [] : [`${subject} arrived ${times} times by ${attempts} attempts`]
  })
  // Handed over by a worker that was killed before it could note it: the next one cannot know.
  if (twice > kills * UNNOTED) findings.push(`${twice} mails arrived twice, with ${kills} workers killed`)
  for (const id of arrivals.keys())
    if (!known.has(id)) findings.push(`the mail ${id} arrived and is not recorded`)
  for (const [name, missing] of Object.entries(promised!))
    if (missing !== 0) findings.push(`${missing} mails of ${name} are missing`)
  return { figures: { mails: mails.length, arrived: received.length, twice }, remarks: [], findings }
}
