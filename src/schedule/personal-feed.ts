/** The calendar of one person: their favourites and their own talks, in all events that they can see. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { calendarOf } from './calendar.ts'
import type { FeedParts } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { iCalendarOf } from './icalendar.ts'
import type { Component } from './jcal.ts'

/** So many events a calendar has at most, the latest first. */
const MOST_EVENTS = 50

interface Chosen {
  event_id: string
  session_ids: string[]
  speaker_ids: string[]
}

/** As each event shows its schedule: the latest release, or the present state while there is none. */
export async function personalCalendar(
  db: Db,
  feeds: Feeds,
  caller: Caller,
  parts: FeedParts,
): Promise<string> {
  const components: Component[] = []
  for (const { event_id, session_ids, speaker_ids } of await chosenBy(db, caller.id)) {
    const wanted = { place: { event: event_id }, release: 'latest', caller }
    const found = await feeds.programme(wanted).catch(orNothing)
    if (!found) continue
    const { programme, version } = found
    const sessions = programme.sessions.filter(
      ({ id, person_ids }) => session_ids.includes(id) || person_ids.some((one) => speaker_ids.includes(one)),
    )
    if (sessions.length === 0) continue
    const source = { ...parts, programme, version }
    components.push(...calendarOf({ ...source, name: programme.event.name, sessions })[2])
  }
  return iCalendarOf(personal(parts, withoutRepeats(components)))
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error
}

async function chosenBy(db: Db, userId: string): Promise<Chosen[]> {
  return db.query<Chosen>(sql`with chosen as (
      select s.event_id, s.id as session_id, null::bigint as speaker_id
      from user_favourite_sessions f join sessions s on s.id = f.session_id where f.user_id = ${userId}
    union all
      select event_id, null, id from speakers where user_id = ${userId} and deleted_at is null)
    select c.event_id::text as event_id,
      coalesce(json_agg(c.session_id::text) filter (where c.session_id is not null), '[]') as session_ids,
      coalesce(json_agg(c.speaker_id::text) filter (where c.speaker_id is not null), '[]') as speaker_ids
    from chosen c join events e on e.id = c.event_id and e.deleted_at is null
    group by c.event_id, e.starts_at order by e.starts_at desc, c.event_id limit ${MOST_EVENTS}`)
}

/** Each zone once. */
function withoutRepeats(components: Component[]): Component[] {
  const zones = new Set<unknown>()
  return components.filter(([name, [first]]) => {
    if (name !== 'vtimezone') return true
    const zone = first![3]
    const isNew = !zones.has(zone)
    zones.add(zone)
    return isNew
  })
}

function personal({ generator }: FeedParts, components: Component[]): Component {
  return [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', `-//Plenum//Plenum ${generator}//EN`],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ['method', {}, 'text', 'PUBLISH'],
      ['name', {}, 'text', 'My schedule'],
      ['x-wr-calname', {}, 'unknown', 'My schedule'],
      ['refresh-interval', {}, 'duration', 'PT1H'],
      ['x-published-ttl', {}, 'unknown', 'PT1H'],
    ],
    components,
  ]
}
