/** The task `import.schedule`: reads a schedule file and writes it into an event, or as a new one, all or nothing. */
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { giveRole } from '../access/roles.ts'
import type { Formats } from '../archive/formats.ts'
import { Guids } from '../archive/guids.ts'
import { demandOwner, finishFailed, finishWritten } from '../archive/import.ts'
import { insertRows, takeIds } from '../archive/insert.ts'
import type { ReadingContext } from '../archive/reading.ts'
import { readValues } from '../archive/values.ts'
import { Warnings } from '../archive/warnings.ts'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import { finishTask } from '../tasks/task.ts'
import { type Run, TaskError, type TaskType } from '../tasks/worker.ts'
import { readSchedule } from './read-schedule.ts'
import { ScheduleError, type ScheduleFile } from './schedule-file.ts'
import { later } from './times.ts'
import { writeSchedule } from './write-schedule.ts'

export const SCHEDULE_TASK = 'import.schedule'
/** A schedule is read as a whole, so its size has a limit of its own. */
export const LARGEST_SCHEDULE = 32 * 1024 * 1024

export interface ScheduleTaskData {
  /** Null for a new event. */
  event_id: string | null
  dry_run: boolean
  /** Of the file, for the name of an event whose file has none. */
  name: string
}

interface ScheduleParts {
  formats: Formats
  storage: Storage
  frontendUrl: string
}

interface TargetEvent {
  id: string
  name: string
  identifier: string
}

/** Ends the transaction of a trial without its writes. */
class Trial extends Error {
  readonly result: object

  constructor(result: object) {
    super('This was a dry run.')
    this.result = result
  }
}

export function scheduleTask(parts: ScheduleParts): TaskType {
  return {
    run: (run) => importSchedule(parts, run),
    fail: finishFailed,
    async renew() {
      throw new TaskError('The file of a finished import is not kept. Import it again.')
    },
    tidy: (task) => parts.storage.remove(scheduleKey(task.id)),
  }
}

export function scheduleKey(taskId: string): string {
  return `private/imports/${taskId}.schedule`
}

async function importSchedule(parts: ScheduleParts, run: Run): Promise<void> {
  const { db, task, progress } = run
  await progress('Started')
  const bytes = await fetchFile(parts.storage, task.id)
  try {
    await db.transaction((tx) => writeFile(parts, run, tx, bytes))
  } catch (error) {
    if (error instanceof ScheduleError) throw new TaskError(error.message, { cause: error })
    if (!(error instanceof Trial)) throw error
    const { result } = error
    await db.transaction(async (tx) => {
      await finishTask(tx, task, { state: 'SUCCESS', result })
      await tx.query(sql`update import_jobs set status = 'SUCCESS' where task_id = ${task.id}`)
    })
  }
}

async function fetchFile(storage: Storage, taskId: string): Promise<Buffer> {
  const key = scheduleKey(taskId)
  const found = await storage.find(key)
  if (!found) throw new TaskError('The uploaded file no longer exists. Upload it again.')
  return buffer(await storage.read(key))
}

async function writeFile(
  { formats, frontendUrl }: ScheduleParts,
  run: Run,
  tx: Db,
  bytes: Buffer,
): Promise<void> {
  const { task, signal, progress } = run
  const { event_id, dry_run, name } = task.data as unknown as ScheduleTaskData
  const owner = await demandOwner(tx, task)
  const warnings = new Warnings()
  const target = event_id === null ? undefined : await lockEvent(tx, event_id)
  const timezone = target?.timezone ?? 'UTC'
  const file = readSchedule(bytes, { timezone, warnings })
  const context: ReadingContext = {
    timezone,
    isStaff: owner.is_staff,
    media: () => undefined,
    warnings,
    leftOut: new Set(),
    needsMore: () => false,
    guids: new Guids(false),
    signal,
  }
  await progress('Importing event core')
  const event = target ?? (await addEvent(tx, formats, context, { file, name, ownerId: task.user_id! }))
  const written = await writeSchedule({ tx, formats, eventId: event.id, context, signal, progress }, file)
  const result = { ...written, warnings: warnings.list() }
  const url = `${frontendUrl}/events/${event.identifier}`
  if (dry_run) {
    // What does not exist after the dry run has no address.
    const place = target
      ? { id: event.id, event_name: event.name, url }
      : { id: null, event_name: event.name, url: null }
    throw new Trial({ ...place, ...result, id_map: target ? result.id_map : {} })
  }
  const { id, identifier } = event
  await finishWritten(tx, task, owner.email, { id, name: event.name, identifier, url, ...result })
}

/** Imports into one event take turns. */
async function lockEvent(tx: Db, id: string): Promise<TargetEvent & { timezone: string }> {
  const [event] = await tx.query<TargetEvent & { timezone: string }>(
    sql`select id, name, identifier, timezone from events where id = ${id} and deleted_at is null for update`,
  )
  if (!event) throw new TaskError('The event no longer exists.')
  return event
}

async function addEvent(
  tx: Db,
  { event }: Formats,
  context: ReadingContext,
  { file, name, ownerId }: { file: ScheduleFile; name: string; ownerId: string },
): Promise<TargetEvent> {
  const record = { ...file.event, ...datesOf(file), name: file.event.name || nameOf(name) }
  const values = readValues({
    format: event,
    named: new Map(Object.entries(record)),
    where: 'The event',
    context,
  })
  const [id] = await takeIds(tx, event.model, 1)
  await insertRows(tx, event.model, [{ ...values, id }])
  await giveRole(tx, ownerId, id!, 'owner')
  const [row] = await tx.query<TargetEvent>(sql`select id, name, identifier from events where id = ${id}`)
  return row!
}

/** The event lasts as long as the file says, and at least as long as its sessions. */
function datesOf({ event, sessions }: ScheduleFile): { starts_at: string; ends_at: string } {
  const fields = sessions.map(({ fields }) => fields)
  const moments = [
    event.starts_at,
    event.ends_at,
    ...fields.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
  ]
  const known = moments.filter((moment) => typeof moment === 'string').sort()
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last)
    throw new ScheduleError(
      'The file has no dates and no sessions with a time, so no event can be created from it.',
    )
  return { starts_at: first, ends_at: first < last ? last : later(first, 60) }
}

function nameOf(fileName: string): string {
  return (
    fileName
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[_-]+/g, ' ')
      .trim() || 'Imported schedule'
  )
}
