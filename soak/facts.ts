/** What holds in the database whatever happens. Each statement finds what breaks the fact. */
import { query } from './query.ts'

const FACTS: Record<string, string> = {
  'a code was redeemed beyond its limit': 'select id from discount_codes where used > tickets_number',
  'the uses of a code are not those of its redemptions': `select c.id from discount_codes c where c.used <>
    (select coalesce(sum(quantity), 0) from discount_redemptions r where r.discount_code_id = c.id and r.deleted_at is null)`,
  'a redemption has no ticket': `select id from discount_redemptions r
    where not exists (select 1 from discount_redemptions_tickets t where t.discount_redemption_id = r.id)`,
  'a session is in the track of another event': `select s.id from sessions s
    join tracks t on t.id = s.track_id where t.event_id <> s.event_id`,
  'a speaker is on a session of another event': `select s.id from speakers_sessions l
    join sessions s on s.id = l.session_id join speakers p on p.id = l.speaker_id where s.event_id <> p.event_id`,
  'an event has no owner': `select id from events e where not exists
    (select 1 from users_events_roles ur join roles r on r.id = ur.role_id where ur.event_id = e.id and r.name = 'owner')`,
  'an account has no password': 'select id from users where password_hash is null',
  'an export does not tell what its task tells': `select j.id from export_jobs j join tasks t on t.id = j.task_id
    where j.status is distinct from t.state or (t.state = 'SUCCESS') <> (j.archive_key is not null)`,
  'an import does not tell what its task tells': `select j.id from import_jobs j join tasks t on t.id = j.task_id
    where j.status is distinct from t.state or (t.state = 'SUCCESS') <> (j.event_id is not null)`,
  'a task has ended and is still in the queue': `select j.id from pgboss.job j join tasks t on t.id::text = j.data->>'taskId'
    where j.state < 'completed' and t.finished_at is not null`,
  'a picture has only some of its variants': `select id from speakers
    where num_nulls(thumbnail_image_url, small_image_url, icon_image_url) in (1, 2)`,
}

export async function auditFacts(databaseUrl: string): Promise<string[]> {
  const findings: string[] = []
  for (const [fact, statement] of Object.entries(FACTS))
    for (const { id } of await query(databaseUrl, statement)) findings.push(`${fact}: ${id}`)
  return findings
}
