/** The erasure of a person: in the transaction of the caller, a few statements for each table, however much there is. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { type Kept, keptAbout, PERSONAL_DATA_TASK } from './kept.ts'
import { type Person, personOf } from './person.ts'

/** The part of a key that no other file has. */
const MARK = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Files that are removed with the request; a clean-up removes the others within minutes. */
const MOST_FILES = 1_000

/** Returns the keys of files to remove once the transaction has ended. A clean-up removes those that are left. */
export async function erasePerson(tx: Db, id: string): Promise<string[]> {
  const person = await personOf(tx, id)
  const all = await keptAbout(tx, person)
  const files = await giveUpFiles(tx, person, all)
  await forgetValues(tx, person, all)
  for (const kept of all) await erase(tx, kept, person)
  return files
}

function erase(tx: Db, { table, rows, erase }: Kept, person: Person): Promise<unknown> {
  const where = sql`where ${rows(person)}`
  if (erase === 'delete') return tx.query(sql`delete from ${raw(table)} t ${where}`)
  const sets = Object.entries(erase).map(([column, value]) => sql`${raw(column)} = ${value}`)
  return tx.query(sql`update ${raw(table)} t set ${join(sets, ', ')} ${where}`)
}

/** Who did what, and when, stays in the change log. The values go, also those of records that were deleted before. */
async function forgetValues(tx: Db, person: Person, all: readonly Kept[]): Promise<void> {
  const { id, addresses } = person
  for (const { table, type, rows, erase } of all) {
    if (type === undefined) continue
    const isTold = (name: string, among: Sql) =>
      sql`lower(c.field_values->${name}->>'old') ${among} or lower(c.field_values->${name}->>'new') ${among}`
    const isOwn = sql`c.record_id in (select t.id::text from ${raw(table)} t where ${rows(person)})`
    const isFormer = sql`${isTold('user', sql`= ${id}`)}
      or ${isTold('email', sql`= any(${addresses})`)} or ${isTold('recipient', sql`= any(${addresses})`)}`
    const fields =
      erase === 'delete' ? undefined : Object.keys(erase).map((column) => column.replaceAll('_', '-'))
    const isForgotten = fields ? sql`key = any(${fields})` : sql`true`
    await tx.query(sql`update changes c set field_values = (
        select coalesce(jsonb_object_agg(key, case when ${isForgotten} then '{}' else value end), '{}')
        from jsonb_each(c.field_values))
      where c.record_type = ${type} and (${fields ? isOwn : sql`${isOwn} or ${isFormer}`})`)
  }
  await tx.query(sql`update changes set api_token_name = null where user_id = ${id}`)
}

/**
 * The pictures of the person, what the person has uploaded, and archives with the person in them. What another record
 * mentions, such as the logo of an event, stays: the sweep finds out.
 */
async function giveUpFiles(tx: Db, person: Person, all: readonly Kept[]): Promise<string[]> {
  const { id, speakers } = person
  const marks: Sql[] = all
    .filter(({ type, erase }) => type !== undefined && erase === 'delete')
    .map(
      ({ table, rows }) => sql`select found[1] from ${raw(table)} t,
      regexp_matches((t.*)::text, ${`(${MARK})`}, 'g') found where ${rows(person)}`,
    )
  const found = await tx.query<{ key: string }>(sql`
    with archives as (update export_jobs j set removed_at = now()
        where j.archive_key is not null and j.removed_at is null and (j.user_id = ${id}
          or j.task_id in (select k.id from tasks k where k.name = ${PERSONAL_DATA_TASK} and k.data->>'user_id' = ${id})
          or j.event_id in (select event_id from speakers where id = any(${speakers}::bigint[])))
        returning j.archive_key),
      marks (mark) as (${join(marks, ' union ')})
    select archive_key as key from archives
    union select f.key from stored_files f where f.key ~ ${`^media/(users/${id}|speakers/(${speakers.join('|') || 0}))/`}
    union select f.key from stored_files f
      where f.user_id = ${id} and substring(f.key from ${MARK}) in (select mark from marks)`)
  const keys = found.map(({ key }) => key)
  await tx.query(sql`update stored_files set user_id = null, created_at = '-infinity', unused_since = '-infinity'
    where user_id = ${id} or key = any(${keys})`)
  await tx.query(sql`update file_sweeps set swept_at = '-infinity'`)
  return keys.slice(0, MOST_FILES)
}
