import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { uploadKey } from '../archive/import.ts'
import { enterImport } from '../archive/start-tasks.ts'
import type { Storage } from '../files/storage.ts'
import { type Call, type Outcome, UsageError } from './command.ts'
import { type ImportResult, madeText } from './event-list-copy.ts'
import { demandUser } from './find-event.ts'
import { counted } from './progress.ts'
import { newMark, runTask } from './run-task.ts'
import { withParts } from './with-parts.ts'

export async function eventImport(call: Call): Promise<Outcome> {
  const owner = call.option('owner')
  if (owner === undefined) throw new UsageError('--owner is required: the account that will own the event.')
  const content = await openArchive(call)
  return withParts(call, async (parts) => {
    const userId = await demandUser(parts.db, owner)
    const id = randomUUID()
    const mark = newMark()
    await store(parts.storage, uploadKey(id), content)
    call.signal.throwIfAborted()
    const task = await enterImport(parts, id, { userId, mark })
    const result = await runTask<ImportResult>(parts, call, task, mark)
    return { text: madeText('Imported', result), value: { task, ...result } }
  }).finally(() => content.destroy())
}

async function openArchive(call: Call): Promise<Readable> {
  const file = call.argument('file')
  if (file === '-') return Readable.from(counted(process.stdin, call.progress, 'Reading the archive'))
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new Error(`The file ${file} does not exist.`)
  return Readable.from(counted(createReadStream(file), call.progress, 'Reading the archive', found.size))
}

async function store(storage: Storage, key: string, content: Readable): Promise<void> {
  const { size } = await storage.put(key, content, 'application/zip')
  if (size > 0) return
  await storage.remove(key)
  throw new Error('The archive is empty.')
}
