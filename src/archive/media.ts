/** Stores the files of an import or a copy. */
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { openClean } from '../files/clean-picture.ts'
import type { Media } from '../files/media.ts'
import { rightExtension } from '../files/sniff.ts'
import type { TempFolder } from '../files/temp.ts'
import type { Task } from '../tasks/task.ts'
import type { MediaFile } from './reading.ts'
import type { Batch } from './references.ts'
import type { Warnings } from './warnings.ts'

export interface PendingMedia {
  table: string
  file: string
  oldId: string | null
  id: string
  field: string
  media: MediaFile
}

export interface MediaStore {
  /** Returns the address of the stored file and perhaps a note for the user, or the reason why it was not stored. */
  put(index: number, media: MediaFile): Promise<{ url: string; note?: string } | { fault: string }>
  /** Removes all stored files, after a failure. */
  removeAll(): Promise<void>
}

/**
 * Each attempt at a task has its own keys. An attempt that was given up but still runs removes its own files when it
 * notices, not those of the attempt that replaced it. The next attempt removes the files of a killed one.
 */
export function mediaStore(
  { media, temp }: { media: Media; temp: TempFolder },
  { id, attempt, user_id: userId }: Task,
): MediaStore {
  const stored: string[] = []
  const keyOf = (number: number, index: number, extension: string) =>
    `media/imports/${id}/${number}-${index}${extension}`
  return {
    async put(index, { extension: claimed, open }) {
      const content = await open().catch(ignoreMissing)
      if (!content) return { fault: 'is missing' }
      const { path, size } = await temp.keep(content)
      try {
        const extension = await rightExtension(path, claimed)
        if (extension === undefined) return { fault: 'does not match its extension' }
        for (let earlier = 1; earlier < attempt; earlier++)
          await media.remove(keyOf(earlier, index, extension))
        const key = keyOf(attempt, index, extension)
        stored.push(key)
        const url = await media.put(key, await openClean(path), { userId, size })
        const note = `is not a ${claimed} file; it was stored as ${extension}`
        return extension === claimed ? { url } : { url, note }
      } finally {
        await temp.remove(path)
      }
    },
    async removeAll() {
      for (const key of stored.splice(0)) await media.remove(key)
    },
  }
}

/** A missing file is no reason to refuse the rest. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error
  return undefined
}

export function pendingMedia({ format: { model, file }, read, newIds }: Batch): PendingMedia[] {
  return read.flatMap(({ oldId, media }, index) =>
    [...media].map(([field, one]) => ({
      table: model.table,
      file,
      oldId,
      id: newIds[index]!,
      field,
      media: one,
    })),
  )
}

export interface StoringOptions {
  signal: AbortSignal
  progress(state: string): Promise<void>
  store: MediaStore
}

export async function storeMedia(
  tx: Db,
  pending: PendingMedia[],
  warnings: Warnings,
  { store, progress, signal }: StoringOptions,
): Promise<void> {
  for (const [index, { table, file, oldId, id, field, media }] of pending.entries()) {
    signal.throwIfAborted()
    const stored = await store.put(index, media)
    if ('url' in stored)
      await tx.query(sql`update ${raw(table)} set ${raw(`"${field}"`)} = ${stored.url} where id = ${id}`)
    const note = 'url' in stored ? stored.note : `${stored.fault}; it was left empty`
    if (note)
      warnings.add(`File ${file}${oldId === null ? '' : `, ID ${oldId}`}: the file of ${field} ${note}`)
    await progress(`Uploading media (${index + 1}/${pending.length})`)
  }
}
