import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import type { FoundProgramme } from './find-programme.ts'
import { type Programme, readProgramme } from './programme.ts'

export interface StoredProgramme {
  programme: Programme
  /** About what it takes in memory. */
  bytes: number
  /** Of all that it holds. */
  digest: string
}

/** That of a release as it was kept, or the present one. */
export async function programmeOf(
  db: Db,
  { release_id, event_id }: FoundProgramme,
): Promise<StoredProgramme> {
  const programme =
    release_id === null ? await readProgramme(db, event_id) : await readRelease(db, release_id)
  const text = JSON.stringify(programme)
  return { programme, bytes: text.length, digest: hash('sha256', text, 'base64url') }
}

async function readRelease(db: Db, id: string): Promise<Programme> {
  const [row] = await db.query<{ programme: Programme }>(
    sql`select programme from schedule_release_programmes where schedule_release_id = ${id}`,
  )
  if (!row) throw new NotFoundError('The release was not found.')
  return row.programme
}
