import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ARCHIVE, exportKey } from '../archive/export-files.ts'
import { removeArchive } from '../archive/old-archives.ts'
import { EXPORT_FLAGS, type ExportFlags, enterExport, MEDIA_FLAGS } from '../archive/start-tasks.ts'
import type { Parts } from '../service/parts.ts'
import { oneLine } from './columns.ts'
import { type Call, type Outcome, UsageError } from './command.ts'
import { demandEvent, type EventRow } from './find-event.ts'
import { counted } from './progress.ts'
import { newMark, runTask } from './run-task.ts'
import { demandFree, writeTarget } from './target.ts'
import { withParts } from './with-parts.ts'

export async function eventExport(call: Call): Promise<Outcome> {
  const out = call.option('out')
  if (out === '-' && call.flag('json'))
    throw new UsageError('--json and --out - both use standard output. Choose one.')
  return withParts(call, async (parts) => {
    const event = await demandEvent(parts.db, call.argument('event'))
    const file = out ?? `event${event.id}.zip`
    if (file !== '-') await demandFree(file, call.flag('force'))
    const mark = newMark()
    const task = await enterExport(parts, event.id, flagsOf(call), { userId: null, mark })
    call.progress.show(`Exporting ${oneLine(event.name)}`)
    try {
      await runTask(parts, call, task, mark)
      return await handOver(parts, call, { event, task, file })
    } finally {
      await removeArchive(parts.db, parts.storage, task)
    }
  })
}

function flagsOf(call: Call): ExportFlags {
  const hasMedia = call.flag('media')
  const isMedium = (flag: string) => MEDIA_FLAGS.some((one) => one === flag)
  const isOn = (flag: string) => (hasMedia && isMedium(flag)) || call.flag(flag)
  return Object.fromEntries(EXPORT_FLAGS.map((flag) => [flag, isOn(flag)])) as ExportFlags
}

async function handOver(
  { storage }: Parts,
  call: Call,
  { event, task, file }: { event: EventRow; task: string; file: string },
): Promise<Outcome> {
  const key = exportKey(ARCHIVE, task)
  const { size } = (await storage.find(key))!
  const content = Readable.from(counted(await storage.read(key), call.progress, 'Writing the archive', size))
  if (file === '-') {
    await pipeline(content, process.stdout, { end: false, signal: call.signal })
    return { text: '', value: undefined }
  }
  await writeTarget(file, content, { isForced: call.flag('force'), signal: call.signal })
  return {
    text: `Exported ${oneLine(event.name)} to ${file} (${size} bytes).`,
    value: { event: event.id, file, size, task },
  }
}
