/** The normal form of a programme, from which every feed is made. A release keeps it as it was. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { type Day, daysOf } from './days.ts'

export interface Programme {
  event: ProgrammeEvent
  days: Day[]
  rooms: ProgrammeRoom[]
  tracks: ProgrammeTrack[]
  persons: ProgrammePerson[]
  /** In the order of their start, then of their rooms. */
  sessions: ProgrammeSession[]
}

export interface ProgrammeEvent {
  id: string
  identifier: string
  name: string
  starts_at: string
  ends_at: string
  timezone: string
  location_name: string | null
  external_event_url: string | null
  logo_url: string | null
  licence: string | null
}

export interface ProgrammeRoom {
  id: string
  guid: string
  name: string
}

export interface ProgrammeTrack {
  id: string
  name: string
  color: string
}

export interface ProgrammePerson {
  id: string
  guid: string
  name: string
  biography: string | null
  photo_url: string | null
}

export interface ProgrammeSession {
  id: string
  guid: string
  title: string
  subtitle: string | null
  /** HTML, as it is stored. */
  abstract: string | null
  description: string | null
  language: string | null
  state: 'accepted' | 'confirmed'
  type: string | null
  /** The index of its day. */
  day: number
  starts_at: string
  ends_at: string
  room_id: string
  track_id: string | null
  person_ids: string[]
  links: ProgrammeLink[]
  attachments: ProgrammeLink[]
  modified_at: string
}

export interface ProgrammeLink {
  title: string
  url: string
}

const MOST_BYTES = 32 * 1024 * 1024

type Part =
  | { kind: 'event'; record: ProgrammeEvent }
  | { kind: 'room'; record: ProgrammeRoom }
  | { kind: 'track'; record: ProgrammeTrack }
  | { kind: 'person'; record: ProgrammePerson }
  | { kind: 'session'; record: Omit<ProgrammeSession, 'day'> }

/** By one statement, so that it is one snapshot. The programme is every accepted or confirmed session with a slot. */
export async function readProgramme(db: Db, eventId: string): Promise<Programme> {
  const parts = await db.query<Part>(statement(eventId), roomFor(MOST_BYTES))
  const [event] = recordsOf(parts, 'event')
  if (!event) throw new NotFoundError('The event was not found.')
  const rooms = recordsOf(parts, 'room')
  const sessions = inOrder(recordsOf(parts, 'session'), rooms)
  const { days, dayOf } = daysOf(event, sessions)
  return {
    event,
    days,
    rooms,
    tracks: recordsOf(parts, 'track'),
    persons: recordsOf(parts, 'person'),
    sessions: sessions.map((session, place) => ({ ...session, day: dayOf[place]! })),
  }
}

function recordsOf<K extends Part['kind']>(parts: Part[], kind: K): Extract<Part, { kind: K }>['record'][] {
  return parts.flatMap((part) => (part.kind === kind ? [part.record] : [])) as never
}

function roomFor(most: number): { take(bytes: number): Error | undefined } {
  let bytes = 0
  return {
    take: (more) => {
      bytes += more
      if (bytes <= most) return undefined
      return new BadRequestError(
        `The programme exceeds ${most / 1024 / 1024} MiB, the most that a feed may have.`,
      )
    },
  }
}

function inOrder<S extends { id: string; starts_at: string; room_id: string }>(
  sessions: S[],
  rooms: ProgrammeRoom[],
): S[] {
  const place = new Map(rooms.map(({ id }, index) => [id, index]))
  return sessions.sort(
    (a, b) =>
      Date.parse(a.starts_at) - Date.parse(b.starts_at) ||
      place.get(a.room_id)! - place.get(b.room_id)! ||
      Number(a.id) - Number(b.id),
  )
}

const statement = (eventId: string) => sql`
  with slots as (
    select s.* from sessions s
      join microlocations m on m.id = s.microlocation_id and m.deleted_at is null
    where s.event_id = ${eventId} and s.deleted_at is null and s.state in ('accepted', 'confirmed')
      and s.starts_at is not null and s.ends_at is not null
  ), speaking as (
    select l.session_id, p.id as person_id, p."order" as place from slots s
      join speakers_sessions l on l.session_id = s.id
      join speakers p on p.id = l.speaker_id and p.deleted_at is null
  ), speakers_of as (
    select session_id, json_agg(person_id::text order by place, person_id) as ids from speaking group by session_id
  ), parts (rank, place, id, kind, record) as (
    select 0, 0, e.id, 'event', json_build_object('id', e.id::text, 'identifier', e.identifier, 'name', e.name,
      'starts_at', e.starts_at, 'ends_at', e.ends_at, 'timezone', e.timezone, 'location_name', e.location_name,
      'external_event_url', e.external_event_url, 'logo_url', e.logo_url,
      'licence', (select c.licence from event_copyrights c where c.event_id = e.id and c.deleted_at is null))
    from events e where e.id = ${eventId} and e.deleted_at is null
  union all
    select 1, m.position, m.id, 'room', json_build_object('id', m.id::text, 'guid', m.guid, 'name', m.name)
    from microlocations m where m.event_id = ${eventId} and m.deleted_at is null
  union all
    select 2, t.position, t.id, 'track', json_build_object('id', t.id::text, 'name', t.name, 'color', t.color)
    from tracks t where t.event_id = ${eventId} and t.deleted_at is null
  union all
    select 3, p."order", p.id, 'person', json_build_object('id', p.id::text, 'guid', p.guid, 'name', p.name,
      'biography', coalesce(nullif(p.long_biography, ''), p.short_biography), 'photo_url', p.photo_url)
    from speakers p where p.id in (select person_id from speaking)
  union all
    select 4, 0, s.id, 'session', json_build_object('id', s.id::text, 'guid', s.guid, 'title', s.title,
      'subtitle', s.subtitle, 'abstract', s.short_abstract, 'description', s.long_abstract, 'language', s.language,
      'state', s.state, 'type', k.name, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
      'room_id', s.microlocation_id::text, 'track_id', t.id::text,
      'person_ids', coalesce(o.ids, '[]'),
      'links', (select coalesce(json_agg(one), '[]') from (values ('Website', s.website), ('Sign-up', s.signup_url), ('Video', s.video_url), ('Audio', s.audio_url),
          ('GitHub', s.github), ('GitLab', s.gitlab), ('Mastodon', s.mastodon), ('Twitter', s.twitter),
          ('LinkedIn', s.linkedin), ('Facebook', s.facebook), ('Instagram', s.instagram)) one (title, url)
        where one.url is not null),
      'attachments', (select coalesce(json_agg(one), '[]') from (
          select 'Slides' as title, s.slides_url as url where s.slides_url is not null
        union all
          select file ->> 'name', file ->> 'link' from jsonb_array_elements(
            case when jsonb_typeof(s.slides) = 'array' then s.slides else '[]' end) file) one),
      'modified_at', s.last_modified_at)
    from slots s
      left join speakers_of o on o.session_id = s.id
      left join tracks t on t.id = s.track_id and t.deleted_at is null
      left join session_types k on k.id = s.session_type_id and k.deleted_at is null
  )
  select kind, record from parts order by rank, place, id`
