/** Storing the files that come along with an import or a copy. */
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { openClean } from '../files/clean-picture.ts'
import type { Media } from '../files/media.ts'
import { rightExtension } from '../files/sniff.ts'
import type { TempFolder } from '../files/temp.ts'
import type { Task } from '../tasks/task.ts'
import type { RecordFormat } from './formats.ts'
import type { MediaFile } from './reading.ts'
import type { ReadRecord } from './record.ts'
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
  /** The address of the stored file, and what is to be told about it, or why there is none. */
  put(index: number, media: MediaFile): Promise<{ url: string; note?: string } | { fault: string }>
  /** Removes all that was stored, after a failure. */
  removeAll(): Promise<void>
}

/**
 * Each attempt at a task has keys of its own: one that was given up but still runs removes its own files when it finds
 * out, not those of the attempt that replaced it. What a killed attempt left is removed by the next.
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
        return extension === claimed
          ? { url }
          : { url, note: `is not a ${claimed} file; it was stored as ${extension}` }
      } finally {
        await temp.remove(path)
      }
    },
    async removeAll() {
      for (const key of stored.splice(0)) await media.remove(key)
    },
  }
}

/** A file of ours that is gone is no reason to refuse the rest. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error
  return undefined
}

export function pendingMedia(
  { model, file }: RecordFormat,
  read: ReadRecord[],
  ids: string[],
): PendingMedia[] {
  return read.flatMap(({ oldId, media }, index) =>
    [...media].map(([field, one]) => ({
      table: model.table,
      file,
      oldId,
      id: ids[index]!,
      field,
      media: one,
    })),
  )
}

export interface StoringOptions {
  signal: AbortSignal
  progress(state: string): Promise<void>
  /** Stores the files that come along and answers their addresses. */
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
    const told = 'url' in stored ? stored.note : `${stored.fault}; it was left empty`
    if (told)
      warnings.add(`File ${file}${oldId === null ? '' : `, ID ${oldId}`}: the file of ${field} ${told}`)
    await progress(`Uploading media (${index + 1}/${pending.length})`)
  }
}
