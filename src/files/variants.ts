/** The tasks that make the variants of a picture and put their addresses on the record. */
import { randomUUID } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import sql, { join, raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { finishTask, type Task } from '../tasks/task.ts'
import { type Run, TaskError, type TaskKind } from '../tasks/worker.ts'
import { LARGEST_PICTURE, makeVariants, readImage, type VariantSize } from './images.ts'
import type { Media } from './media.ts'
import { FetchError, safeFetch } from './safe-fetch.ts'
import type { TempFolder } from './temp.ts'

/** Where a record has its picture and its variants. */
export interface Pictured {
  table: string
  /** The field that a client sets. */
  source: string
  /** The fields that get the stored original. */
  originals: string[]
  /** The fields of the variants. */
  variants: string[]
  sizes(db: Db): Promise<Map<string, VariantSize>>
}

export const PICTURED: Record<string, Pictured> = {
  'resize.event.images': {
    table: 'events',
    source: 'original_image_url',
    originals: ['original_image_url'],
    variants: ['large_image_url', 'thumbnail_image_url', 'icon_image_url'],
    sizes: eventSizes,
  },
  'resize.speaker.images': {
    table: 'speakers',
    source: 'photo_url',
    originals: [],
    variants: ['thumbnail_image_url', 'small_image_url', 'icon_image_url'],
    sizes: speakerSizes,
  },
  'resize.user.images': {
    table: 'users',
    source: 'avatar_url',
    originals: ['avatar_url', 'original_image_url'],
    variants: ['thumbnail_image_url', 'small_image_url', 'icon_image_url'],
    sizes: speakerSizes,
  },
}

type SizeRow = Record<string, number | boolean | null>

async function eventSizes(db: Db): Promise<Map<string, VariantSize>> {
  const [row] = await db.query<SizeRow>(sql`select * from event_image_sizes`)
  const names = { large_image_url: 'full', thumbnail_image_url: 'thumbnail', icon_image_url: 'icon' }
  return sizesFrom(Object.entries(names), (name) => ({
    width: row![`${name}_width`],
    height: row![`${name}_aspect`] ? undefined : row![`${name}_height`],
    quality: row![`${name}_quality`],
  }))
}

async function speakerSizes(db: Db): Promise<Map<string, VariantSize>> {
  const [row] = await db.query<SizeRow>(sql`select * from speaker_image_sizes`)
  const names = { thumbnail_image_url: 'thumbnail', small_image_url: 'small', icon_image_url: 'icon' }
  return sizesFrom(Object.entries(names), (name) => ({
    width: row![`${name}_size_width_height`],
    height: undefined,
    quality: row![`${name}_size_quality`],
  }))
}

/** A width of zero or none switches a variant off. */
function sizesFrom(
  names: [string, string][],
  read: (name: string) => Record<'width' | 'height' | 'quality', unknown>,
): Map<string, VariantSize> {
  const sizes = names.flatMap(([field, name]): [string, VariantSize][] => {
    const { width, height, quality } = read(name)
    if (!width) return []
    return [
      [
        field,
        {
          width: width as number,
          height: (height as number) || undefined,
          quality: (quality as number | null) ?? 80,
        },
      ],
    ]
  })
  return new Map(sizes)
}

export interface VariantParts {
  media: Media
  temp: TempFolder
  fetchAllow: string[]
  /** For fetching and making a picture together, in ms. */
  longest: number
}

/** Whoever sends a picture byte by byte holds a worker up no longer (in ms). */
export const LONGEST_PICTURE = 60_000

export function variantTasks(parts: VariantParts): Record<string, TaskKind> {
  const toTask = (pictured: Pictured): TaskKind => ({
    run: (run) => makeInTime(parts, pictured, run),
    fail: (tx: Db, task: Task, text: string) => finishTask(tx, task, { state: 'FAILURE', result: text }),
  })
  return Object.fromEntries(Object.entries(PICTURED).map(([name, pictured]) => [name, toTask(pictured)]))
}

async function makeInTime(parts: VariantParts, pictured: Pictured, run: Run): Promise<void> {
  const late = AbortSignal.timeout(parts.longest)
  try {
    await makeAndStore(parts, pictured, { ...run, signal: AbortSignal.any([run.signal, late]) })
  } catch (error) {
    if (late.aborted && !run.signal.aborted)
      throw new TaskError(`Processing the image took longer than ${parts.longest / 1000} seconds.`)
    throw error
  }
}

async function makeAndStore(
  parts: VariantParts,
  pictured: Pictured,
  { db, task, signal }: Run,
): Promise<void> {
  const { id, url } = task.data as { id: string; url: string }
  const { path } = await fetchPicture(parts, url, signal)
  const stored: string[] = []
  try {
    signal.throwIfAborted()
    const image = await readImage(path)
    if ('fault' in image) throw new TaskError(image.fault)
    const made = await makeVariants(path, await pictured.sizes(db), pictured.originals.length > 0)
    const put = async (content: Buffer) => {
      signal.throwIfAborted()
      const key = `media/${pictured.table}/${id}/${randomUUID()}.${made.extension}`
      stored.push(key)
      const eventId = pictured.table === 'events' ? id : null
      return parts.media.put(key, Readable.from([content]), { eventId, size: content.length })
    }
    const urls: Record<string, string | null> = Object.fromEntries(
      pictured.variants.map((field) => [field, null]),
    )
    if (made.original) {
      const original = await put(made.original)
      for (const field of pictured.originals) urls[field] = original
    }
    for (const [field, content] of made.sized) urls[field] = await put(content)
    await db.transaction((tx) => finish(tx, pictured, task, urls))
  } catch (error) {
    for (const key of stored) await parts.media.remove(key)
    throw error
  } finally {
    await parts.temp.remove(path)
  }
}

/** Only while the record still has the picture that the variants were made from. */
async function finish(
  tx: Db,
  { table, source }: Pictured,
  task: Task,
  urls: Record<string, string | null>,
): Promise<void> {
  const { id, url } = task.data as { id: string; url: string }
  const sets = Object.entries(urls).map(([field, value]) => sql`${raw(field)} = ${value}`)
  const rows = await tx.query(
    sql`update ${raw(table)} set ${join(sets, ', ')} where id = ${id} and ${raw(source)} = ${url} returning id`,
  )
  if (rows.length === 0) throw new TaskError('The image was changed or removed in the meantime.')
  await finishTask(tx, task, { state: 'SUCCESS', result: urls })
}

async function fetchPicture(
  { media, temp, fetchAllow }: VariantParts,
  url: string,
  signal: AbortSignal,
): Promise<{ path: string }> {
  const key = media.keyOf(url)
  try {
    const content = key
      ? await media.read(key)
      : await safeFetch(url, { allow: fetchAllow, maxBytes: LARGEST_PICTURE, signal })
    return await temp.keep(addAbortSignal(signal, content))
  } catch (error) {
    if (error instanceof FetchError) throw new TaskError(`The image could not be fetched: ${error.message}`)
    throw error
  }
}
