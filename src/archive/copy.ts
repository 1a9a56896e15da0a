/** The task `copy.event`: reads an event like an export and writes it like an import, without an archive in between. */
import { extensionOf } from '../files/media-types.ts'
import type { TaskType } from '../tasks/worker.ts'
import { finishFailed, type WritingParts, writeAndFinish } from './import.ts'
import { eventRecord, recordsOf } from './rows.ts'

export const COPY_TASK = 'copy.event'

export function copyTask(parts: WritingParts): TaskType {
  const { formats, media } = parts
  return {
    run: (run) =>
      run.db.snapshot(async (original) => {
        const eventId = String(run.task.data.event_id)
        const source = {
          // A copy always starts as a draft.
          event: async () => ({ ...(await eventRecord(original, formats, eventId)), state: 'draft' }),
          records: (file: string) => {
            const format = formats.files.find((one) => one.file === file)!
            return format.archive.setting ? undefined : recordsOf(original, format, eventId)
          },
          // Stored files are copied, so that the events do not depend on each other. Other addresses stay.
          media: (address: string) => {
            const key = media.keyOf(address)
            return key === undefined
              ? undefined
              : { extension: extensionOf(key), open: () => media.read(key) }
          },
          unread: [],
          isCopy: true,
        }
        await writeAndFinish(parts, run, source)
      }),
    fail: finishFailed,
  }
}
