/** The tasks that make the variants of a picture and put their addresses on the record. */
import { randomUUID } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import sql, { join, raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Declaration } from '../resources/declare.ts'
import type { Pictures } from '../resources/pictures.ts'
import { finishTask, type Task } from '../tasks/task.ts'
import { type Run, TaskError, type TaskType } from '../tasks/worker.ts'
import { LARGEST_PICTURE, makeVariants, readImage, type VariantSize } from './images.ts'
import type { Media } from './media.ts'
import { FetchError, safeFetch } from './safe-fetch.ts'
import type { TempFolder } from './temp.ts'

/** A declaration whose records have a picture. */
export type Pictured = Declaration & { pictures: Pictures }

export function hasPictures(declaration: Declaration): declaration is Pictured {
  return declaration.pictures !== undefined
}

/** The name of the task that makes the variants for records of this type. */
export function variantTask({ type }: Pictured): string {
  return `resize.${type}.images`
}

const USUAL_QUALITY = 80

type SizeRow = Record<string, number | boolean | null>

/** A width of zero or none switches a variant off. */
async function sizesOf(db: Db, { settings, variants }: Pictures): Promise<Map<string, VariantSize>> {
  const [row] = await db.query<SizeRow>(sql`select * from ${raw(settings)}`)
  const numberAt = (column: string) => Number(row![column] ?? 0)
  const sizes = new Map<string, VariantSize>()
  for (const [field, { width, height, aspect, quality }] of Object.entries(variants)) {
    if (numberAt(width) === 0) continue
    const hasHeight = height !== undefined && !(aspect !== undefined && row![aspect])
    sizes.set(field, {
      width: numberAt(width),
      height: hasHeight ? numberAt(height) || undefined : undefined,
      quality: row![quality] === null ? USUAL_QUALITY : numberAt(quality),
    })
  }
  return sizes
}

interface VariantParts {
  media: Media
  temp: TempFolder
  fetchAllow: string[]
  /** For fetching and making a picture together, in ms. */
  longest: number
}

/** A server that sends a picture byte by byte cannot block a worker longer than this (in ms). */
export const LONGEST_PICTURE = 60_000

/** A task for each declaration with pictures. */
export function variantTasks(
  parts: VariantParts,
  declarations: readonly Declaration[],
): Record<string, TaskType> {
  const toTask = (pictured: Pictured): TaskType => ({
    run: (run) => makeInTime(parts, pictured, run),
    fail: (tx: Db, task: Task, text: string) => finishTask(tx, task, { state: 'FAILURE', result: text }),
  })
  return Object.fromEntries(
    declarations.filter(hasPictures).map((pictured) => [variantTask(pictured), toTask(pictured)]),
  )
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
  const { type, table, pictures } = pictured
  const { path } = await fetchPicture(parts, url, signal)
  const stored: string[] = []
  try {
    signal.throwIfAborted()
    const image = await readImage(path)
    if ('fault' in image) throw new TaskError(image.fault)
    const made = await makeVariants(path, await sizesOf(db, pictures), pictures.originals.length > 0)
    const put = async (content: Buffer) => {
      signal.throwIfAborted()
      const key = `media/${table}/${id}/${randomUUID()}.${made.extension}`
      stored.push(key)
      const eventId = type === 'event' ? id : null
      return parts.media.put(key, Readable.from([content]), { eventId, size: content.length })
    }
    const urls: Record<string, string | null> = Object.fromEntries(
      Object.keys(pictures.variants).map((field) => [field, null]),
    )
    if (made.original) {
      const original = await put(made.original)
      for (const field of pictures.originals) urls[field] = original
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
  { table, pictures: { source } }: Pictured,
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
