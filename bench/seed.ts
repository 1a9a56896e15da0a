/** Events of any size, written by set-based statements. */
import type pg from 'pg'

export interface Seeded {
  eventId: string
  sessionIds: string[]
}

const TRACKS = 10
const ROOMS = 8

/** A published event whose sessions are accepted, each with a track, a room and two speakers. */
export async function seedEvent(pool: pg.Pool, sessions: number): Promise<Seeded> {
  const one = async (text: string, values: unknown[]) =>
    (await pool.query(text, values)).rows[0]!.id as string
  const ids = async (text: string, values: unknown[]) =>
    (await pool.query(text, values)).rows.map((row) => row.id as string)
  const eventId = await one(
    `insert into events (name, identifier, state, privacy, starts_at, ends_at, timezone, description)
     values ('The bench', substr(md5(random()::text), 1, 8), 'published', 'public', now() + interval '30 days', now() + interval '33 days', 'UTC', $1)
     returning id`,
    ['<p>What happens there, at some length.</p>'.repeat(10)],
  )
  const tracks = await ids(
    `insert into tracks (event_id, name, color) select $1, 'Track ' || n, '#336699' from generate_series(1, $2::int) n returning id`,
    [eventId, TRACKS],
  )
  const rooms = await ids(
    `insert into microlocations (event_id, name, floor) select $1, 'Room ' || n, n from generate_series(1, $2::int) n returning id`,
    [eventId, ROOMS],
  )
  const speakers = await ids(
    `insert into speakers (event_id, name, email, short_biography)
     select $1, 'Speaker ' || n, 'speaker' || n || '@plenum.test', '<p>Who this is.</p>' from generate_series(1, $2::int) n returning id`,
    [eventId, Math.max(2, Math.ceil(sessions / 2))],
  )
  const sessionIds = await ids(
    `insert into sessions (event_id, track_id, microlocation_id, title, level, short_abstract, long_abstract, state, starts_at, ends_at)
     select $1, ($2::bigint[])[1 + n % $3::int], ($4::bigint[])[1 + n % $5::int], 'Session ' || n,
       (array['Beginner', 'Intermediate', 'Advanced', 'Expert'])[1 + n % 4], '<p>In short.</p>', $6, 'accepted',
       now() + make_interval(mins => n * 5), now() + make_interval(mins => n * 5 + 45)
     from generate_series(1, $7::int) n returning id`,
    [eventId, tracks, TRACKS, rooms, ROOMS, '<p>All that is said in this session.</p>'.repeat(10), sessions],
  )
  await pool.query(
    `insert into speakers_sessions (session_id, speaker_id)
     select s.id, ($2::bigint[])[1 + (s.n * 2 + k) % cardinality($2::bigint[])]
     from unnest($1::bigint[]) with ordinality s(id, n), generate_series(0, 1) k`,
    [sessionIds, speakers],
  )
  await pool.query('vacuum analyze')
  return { eventId, sessionIds }
}
