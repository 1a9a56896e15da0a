/** The task `copy.event`: the reading of an export and the writing of an import, without an archive between them. */
import type { Media } from '../files/media.ts'
import { extensionOf } from '../files/media-types.ts'
import type { TempFolder } from '../files/temp.ts'
import type { TaskKind } from '../tasks/worker.ts'
import { finishFailed, writeAndFinish } from './import.ts'
import type { Kinds } from './kinds.ts'
import { mediaStore } from './media.ts'
import { eventRecord, recordsOf } from './rows.ts'

export const COPY_TASK = 'copy.event'

interface CopyParts {
  kinds: Kinds
  media: Media
  temp: TempFolder
  frontendUrl: string
}

export function copyTask(parts: CopyParts): TaskKind {
  const { kinds, media, frontendUrl } = parts
  return {
    run: (run) =>
      run.db.snapshot(async (original) => {
        const eventId = String(run.task.data.event_id)
        const source = {
          // A copy starts as a draft, whatever the state of the original.
          event: async () => ({ ...(await eventRecord(original, kinds, eventId)), state: 'draft' }),
          records: (file: string) =>
            recordsOf(original, kinds.files.find((kind) => kind.file === file)!, eventId),
          // Files of ours are copied, so that neither event depends on the other; other addresses stay.
          media: (address: string) => {
            const key = media.keyOf(address)
            return key === undefined
              ? undefined
              : { extension: extensionOf(key), open: () => media.read(key) }
          },
          unread: [],
        }
        await writeAndFinish(run, kinds, source, mediaStore(parts, run.task), frontendUrl)
      }),
    fail: finishFailed,
  }
}
