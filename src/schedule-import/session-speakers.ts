/** Who speaks in which session, as a schedule file says. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { SourceRecord, SourceSession } from './schedule-file.ts'

/** Returns the ids of the sessions whose speakers were changed. Sessions of which the file does not say keep theirs. */
export async function changeSpeakers(
  tx: Db,
  sessions: SourceSession[],
  ids: Map<SourceRecord, string>,
): Promise<string[]> {
  const said = sessions.filter(({ speakers }) => speakers !== undefined)
  const sessionIds = said.map((session) => ids.get(session)!)
  const pairs = said.flatMap((session) =>
    session.speakers!.map((speaker) => ({ session: ids.get(session)!, speaker: ids.get(speaker)! })),
  )
  const [ofSession, ofSpeaker] = [pairs.map(({ session }) => session), pairs.map(({ speaker }) => speaker)]
  const rows = await tx.query<{ id: string }>(sql`with wanted as (
      select distinct session_id, speaker_id
      from unnest(${ofSession}::bigint[], ${ofSpeaker}::bigint[]) as pair (session_id, speaker_id)
    ), removed as (
      delete from speakers_sessions s where session_id = any(${sessionIds}::bigint[])
        and not exists (select from wanted w where w.session_id = s.session_id and w.speaker_id = s.speaker_id)
        -- A speaker that was deleted is not shown, and comes back with its sessions.
        and exists (select from speakers where id = s.speaker_id and deleted_at is null)
      returning session_id
    ), added as (
      insert into speakers_sessions (session_id, speaker_id) select * from wanted
      on conflict do nothing returning session_id
    )
    select session_id as id from removed union select session_id from added`)
  const changed = rows.map(({ id }) => id)
  if (changed.length > 0)
    await tx.query(sql`update sessions set last_modified_at = now() where id = any(${changed}::bigint[])`)
  return changed
}
