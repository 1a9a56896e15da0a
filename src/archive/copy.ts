/** The task `copy.event`: the reading of an export and the writing of an import, without an archive between them. */
import type { TaskKind } from '../tasks/worker.ts'
import { finishFailed, writeAndFinish } from './import.ts'
import type { Kinds } from './kinds.ts'
import { eventRecord, recordsOf } from './rows.ts'

export const COPY_TASK = 'copy.event'

export function copyTask(kinds: Kinds, frontendUrl: string): TaskKind {
  return {
    run: (run) =>
      run.db.snapshot(async (original) => {
        const eventId = String(run.task.data.event_id)
        const source = {
          // A copy starts as a draft, whatever the state of the original.
          event: async () => ({ ...(await eventRecord(original, kinds, eventId)), state: 'draft' }),
          records: (file: string) =>
            recordsOf(original, kinds.files.find((kind) => kind.file === file)!, eventId),
        }
        await writeAndFinish(run, kinds, source, frontendUrl)
      }),
    fail: finishFailed,
  }
}
