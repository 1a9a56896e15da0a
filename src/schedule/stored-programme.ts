import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import type { FoundProgramme } from './find-programme.ts'
import { type Programme, readProgramme } from './programme.ts'

export interface SizedProgramme {
  programme: Programme
  /** About what it takes in memory. */
  bytes: number
}

/** That of a release as it was kept, or the present one. */
export async function programmeOf(db: Db, { release_id, event_id }: FoundProgramme): Promise<SizedProgramme> {
  if (release_id !== null) return readRelease(db, release_id)
  const programme = await readProgramme(db, event_id)
  return { programme, bytes: JSON.stringify(programme).length }
}

async function readRelease(db: Db, id: string): Promise<SizedProgramme> {
  const [row] = await db.query<SizedProgramme>(
    sql`select programme, length(programme::text) as bytes from schedule_release_programmes
      where schedule_release_id = ${id}`,
  )
  if (!row) throw new NotFoundError('The release was not found.')
  return row
}
