/** Which programme a reader gets, told by one small statement without reading it. */
import sql, { type Sql } from 'sql-template-tag'
import { type Caller, MANAGER } from '../access/caller.ts'
import { both, toSql } from '../access/conditions.ts'
import { condition, hasRole } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import type { Model } from '../jsonapi/model.ts'
import { scope } from '../jsonapi/model.ts'
import { isAddressed, refuse } from '../jsonapi/permission.ts'
import { live } from '../jsonapi/select.ts'

/** Where the programme is looked for. */
export type Place = { event: string } | { session: string } | { speaker: string }

export interface Wanted {
  place: Place
  /** A version, `latest` or `live`. */
  release: string
  /** Whoever runs a command on the server may see everything. */
  caller: Caller | 'administrator' | undefined
}

export interface FoundProgramme {
  event_id: string
  /** Null for the present state. */
  release_id: string | null
  version: string
  /** Changes with everything that the programme shows. */
  state: string
  changed_at: string
}

/** A release is looked for first. While there is none, or when it is asked for, the present state is found. */
export async function findProgramme(db: Db, event: Model, wanted: Wanted): Promise<FoundProgramme> {
  const { place, release, caller } = wanted
  const isSeen = caller === 'administrator' || condition('visible', caller, scope(event))
  const where = both(isPlace(event, place), live(event), isSeen)
  if (where === false) throw new NotFoundError()
  const [found] = await db.query<FoundProgramme & { release_id: string | null }>(
    sql`select t.id as event_id, r.id as release_id, coalesce(r.version, 'live') as version,
        coalesce(r.released_at, ${LAST_CHANGE}) as changed_at,
        case when r.id is null and ${release === 'live' || release === 'latest'} then ${STATE} else r.state end as state
      from events t left join lateral (
        -- An erasure of a person changes what a release has frozen.
        select id, version, released_at, concat(id, ' ', p.xmin) as state from schedule_releases
          join schedule_release_programmes p on p.schedule_release_id = id
        where event_id = t.id and deleted_at is null and ${isWanted(release)}
        order by released_at desc, id desc limit 1) r on true
      where ${toSql(where)}`,
  )
  if (!found) throw new NotFoundError()
  if (release === 'live' && caller !== 'administrator' && !hasRole(caller, MANAGER, found.event_id))
    refuse(caller, MANAGER)
  if (found.state === null)
    throw new NotFoundError(`The event has no release with the version ${release.slice(0, 100)}.`)
  return found
}

function isPlace(event: Model, place: Place) {
  if ('event' in place) return isAddressed(event, place.event)
  const [table, id] = 'session' in place ? [sql`sessions`, place.session] : [sql`speakers`, place.speaker]
  return /^[1-9]\d{0,17}$/.test(id) && sql`t.id = (select event_id from ${table} where id = ${id})`
}

function isWanted(release: string): Sql {
  if (release === 'live') return sql`false`
  return release === 'latest' ? sql`true` : sql`version = ${release}`
}

const PUBLIC = sql`event_id = t.id and deleted_at is null and state in ('accepted', 'confirmed')`

const LAST_CHANGE = sql`(select greatest(t.created_at, max(last_modified_at)) from sessions where ${PUBLIC})`

/** Every write of a row gives it another xmin, so the sum over all rows tells whether anything was written. */
const sumOf = (table: Sql, where = sql`event_id = t.id and deleted_at is null`) =>
  sql`(select concat(count(*), ' ', sum(hashint8extended(id, xmin::text::bigint))) from ${table} where ${where})`

/** Cheaper than reading the programme, and never out of date, whoever writes. */
const STATE = sql`md5(concat_ws('/', t.xmin, ${sumOf(sql`sessions`, PUBLIC)}, ${sumOf(sql`speakers`)},
  ${sumOf(sql`microlocations`)}, ${sumOf(sql`tracks`)}, ${sumOf(sql`session_types`)}, ${sumOf(sql`event_copyrights`)},
  (select sum(hashint8extended(session_id, speaker_id)) from speakers_sessions
    where session_id in (select id from sessions where ${PUBLIC}))))`
