/** Finds which record of the event a record of a schedule file is. */
import sql, { raw } from 'sql-template-tag'
import type { RecordFormat } from '../archive/formats.ts'
import type { Db } from '../database/connect.ts'
import type { SourceRecord } from './schedule-file.ts'

interface Known {
  id: string
  guid: string | null
  name: string
  is_deleted: boolean
}

export interface Matched {
  record: SourceRecord
  /** Undefined for a new record. */
  known: Known | undefined
}

/** By guid, then by the id in the source; records that have neither are the same when their names are. */
export async function matchRecords(
  tx: Db,
  format: RecordFormat,
  eventId: string,
  records: SourceRecord[],
): Promise<Matched[]> {
  const known = await knownRecords(tx, format, eventId)
  const sources = await knownSources(tx, format, eventId)
  const byGuid = new Map(known.map((one) => [one.guid, one]))
  const byId = new Map(known.map((one) => [one.id, one]))
  // Of several with one name, the oldest.
  const byName = new Map(known.filter((one) => !one.is_deleted).map((one) => [one.name, one]))
  const taken = new Set<Known>()
  return records.map((record) => {
    const { guid, sourceId, name } = record
    const isAnonymous = sourceId === undefined && (guid === undefined || !hasSources(format))
    const found =
      (guid && byGuid.get(guid)) ||
      (sourceId && byId.get(sources.get(sourceId) ?? '')) ||
      (isAnonymous && byName.get(name)) ||
      undefined
    if (!found || taken.has(found)) return { record, known: undefined }
    taken.add(found)
    return { record, known: found }
  })
}

/** Remembers which records of the source these are. */
export async function noteSources(
  tx: Db,
  format: RecordFormat,
  eventId: string,
  records: { sourceId: string; id: string }[],
): Promise<void> {
  await tx.query(sql`insert into schedule_sources (event_id, type, source_id, record_id)
    select ${eventId}, ${format.model.type}, * from unnest(${records.map(({ sourceId }) => sourceId)}::text[],
      ${records.map(({ id }) => id)}::bigint[])
    on conflict (event_id, type, source_id) do update set record_id = excluded.record_id
      where schedule_sources.record_id <> excluded.record_id`)
}

/** Sessions and speakers have ids in other systems; rooms, tracks and types are known by their names. */
function hasSources({ model }: RecordFormat): boolean {
  return model.type === 'session' || model.type === 'speaker'
}

async function knownRecords(tx: Db, { model }: RecordFormat, eventId: string): Promise<Known[]> {
  const name = raw(model.attributes.has('title') ? 'title' : 'name')
  const guid = model.attributes.has('guid') ? raw('guid') : raw('null')
  return tx.query<Known>(sql`select id, ${guid} as guid, ${name} as name, deleted_at is not null as is_deleted
    from ${raw(model.table)} where event_id = ${eventId} order by id desc`)
}

async function knownSources(tx: Db, { model }: RecordFormat, eventId: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ source_id: string; record_id: string }>(
    sql`select source_id, record_id from schedule_sources where event_id = ${eventId} and type = ${model.type}`,
  )
  return new Map(rows.map(({ source_id, record_id }) => [source_id, record_id]))
}
