/** Making a release, in the transaction that writes it. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Created, Effects } from '../jsonapi/effects.ts'
import type { scheduleRelease } from '../resources/schedule-release.ts'
import { changesBetween } from './changes.ts'
import type { FeedParts } from './feed.ts'
import { type Programme, readProgramme } from './programme.ts'
import { tellSpeakers } from './release-mails.ts'

export function releaseEffects(parts: FeedParts): Effects<typeof scheduleRelease> {
  return { created: (tx, change) => freeze(parts, tx, change) }
}

async function freeze(parts: FeedParts, tx: Db, change: Created<typeof scheduleRelease>): Promise<void> {
  const { id, caller, after, sent } = change
  const before = await programmeBefore(tx, after.event_id, id)
  const programme = await readProgramme(tx, after.event_id)
  const changes = changesBetween(before, programme)
  await tx.query(sql`insert into schedule_release_programmes (schedule_release_id, programme)
    values (${id}, ${JSON.stringify(programme)})`)
  await tx.query(sql`update schedule_releases set session_count = ${programme.sessions.length},
    changes = ${JSON.stringify(changes)} where id = ${id}`)
  if (sent.send_emails === true)
    await tellSpeakers(tx, caller, {
      source: { ...parts, programme, version: after.version ?? '' },
      before,
      changes,
    })
}

/** That of the latest release but this one. */
async function programmeBefore(tx: Db, eventId: string, id: string): Promise<Programme | undefined> {
  const [row] = await tx.query<{ programme: Programme }>(
    sql`select p.programme from schedule_releases r
      join schedule_release_programmes p on p.schedule_release_id = r.id
      where r.event_id = ${eventId} and r.deleted_at is null and r.id <> ${id}
      order by r.released_at desc, r.id desc limit 1`,
  )
  return row?.programme
}
