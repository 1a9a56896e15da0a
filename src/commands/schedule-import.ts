import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { LARGEST_SCHEDULE, scheduleKey } from '../schedule-import/import-schedule.ts'
import { enterSchedule } from '../schedule-import/start-schedule.ts'
import type { WrittenSchedule } from '../schedule-import/write-schedule.ts'
import { inColumns, oneLine } from './columns.ts'
import { type Call, type Outcome, UsageError } from './command.ts'
import { demandEvent, demandUser } from './find-event.ts'
import { counted } from './progress.ts'
import { newMark, runTask } from './run-task.ts'
import { withParts } from './with-parts.ts'

interface ScheduleResult extends WrittenSchedule {
  /** Null after a dry run without an event. */
  id: string | null
  event_name: string
  url: string | null
  warnings: string[]
}

export async function scheduleImport(call: Call): Promise<Outcome> {
  const content = await openFile(call)
  return withParts(call, async (parts) => {
    const event =
      call.option('event') === undefined ? undefined : await demandEvent(parts.db, call.option('event')!)
    const owner = call.option('owner') ?? event?.owner
    if (owner == null) throw new UsageError('--owner is required: the account that will own the event.')
    const userId = await demandUser(parts.db, owner)
    const id = randomUUID()
    const mark = newMark()
    await parts.storage.put(scheduleKey(id), content, 'application/octet-stream')
    call.signal.throwIfAborted()
    const isDry = call.flag('dry-run')
    const data = { event_id: event?.id ?? null, dry_run: isDry, name: basename(call.argument('file')) }
    await enterSchedule(parts, id, data, { userId, mark })
    const result = await runTask<ScheduleResult>(parts, call, id, mark)
    return { text: resultText(result, isDry), value: { task: id, ...result } }
  }).finally(() => content.destroy())
}

async function openFile(call: Call): Promise<Readable> {
  const file = call.argument('file')
  if (file === '-') return Readable.from(counted(process.stdin, call.progress, 'Reading the schedule'))
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new Error(`The file ${file} does not exist.`)
  if (found.size > LARGEST_SCHEDULE)
    throw new Error(`The file ${file} is larger than a schedule may be (32 MiB).`)
  return Readable.from(counted(createReadStream(file), call.progress, 'Reading the schedule', found.size))
}

function resultText(
  { id, event_name, url, created, updated, unchanged, warnings }: ScheduleResult,
  isDry: boolean,
): string {
  const rows = Object.keys(created).map((file) => [
    file.replaceAll('_', ' '),
    created[file]!,
    updated[file]!,
    unchanged[file]!,
  ])
  const name = oneLine(event_name)
  return [
    isDry ? `Dry run: nothing was written to ${name}.` : `Imported ${name} as event ${id}: ${url}`,
    inColumns(['', 'CREATED', 'UPDATED', 'UNCHANGED'], rows),
    ...warnings.map((warning) => `Warning: ${oneLine(warning)}`),
  ].join('\n')
}
