/** The task `copy.event`: the reading of an export and the writing of an import, without an archive between them. */
import type { Media } from '../files/media.ts'
import { extensionOf } from '../files/media-types.ts'
import type { TempFolder } from '../files/temp.ts'
import type { TaskType } from '../tasks/worker.ts'
import type { Formats } from './formats.ts'
import { finishFailed, writeAndFinish } from './import.ts'
import { mediaStore } from './media.ts'
import { eventRecord, recordsOf } from './rows.ts'

export const COPY_TASK = 'copy.event'

interface CopyParts {
  formats: Formats
  media: Media
  temp: TempFolder
  frontendUrl: string
}

export function copyTask(parts: CopyParts): TaskType {
  const { formats, media, frontendUrl } = parts
  return {
    run: (run) =>
      run.db.snapshot(async (original) => {
        const eventId = String(run.task.data.event_id)
        const source = {
          // A copy starts as a draft, whatever the state of the original.
          event: async () => ({ ...(await eventRecord(original, formats, eventId)), state: 'draft' }),
          records: (file: string) =>
            recordsOf(original, formats.files.find((format) => format.file === file)!, eventId),
          // Files of ours are copied, so that neither event depends on the other; other addresses stay.
          media: (address: string) => {
            const key = media.keyOf(address)
            return key === undefined
              ? undefined
              : { extension: extensionOf(key), open: () => media.read(key) }
          },
          unread: [],
        }
        await writeAndFinish(run, formats, source, mediaStore(parts, run.task), frontendUrl)
      }),
    fail: finishFailed,
  }
}
