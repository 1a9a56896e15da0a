/** Pictures, and the tasks that make their variants. */
import assert from 'node:assert/strict'
import sharp, { type Sharp } from 'sharp'
import sql from 'sql-template-tag'
import type { Json, TestService } from '../test/support/service.ts'
import { until } from '../test/support/until.ts'
import { fetchFile } from '../test/support/uploads.ts'
import { finished } from './archives.ts'

/** A picture with something to see in it, so that quality makes a difference. */
export function photo(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
}

const NAMES: Record<string, string> = {
  event: 'resize.event.images',
  speaker: 'resize.speaker.images',
  user: 'resize.user.images',
}

/** Waits until a picture task of the record has ended, the latest when there are several. */
export async function variantsOf(
  service: TestService,
  { type, id }: { type: string; id: string },
  count = 1,
): Promise<Json> {
  let tasks: { id: string }[] = []
  await until(async () => {
    tasks = await tasksOf(service, { type, id })
    return tasks.length >= count
  })
  assert.equal(tasks.length, count)
  return finished(service, `/v1/tasks/${tasks.at(-1)!.id}`)
}

export function tasksOf(
  service: TestService,
  { type, id }: { type: string; id: string },
): Promise<{ id: string }[]> {
  return service.db.query<{ id: string }>(
    sql`select id from tasks where name = ${NAMES[type]} and data->>'id' = ${id} order by created_at`,
  )
}

export async function measure(service: TestService, url: string): Promise<string> {
  const { width, height, format } = await sharp(await fetchFile(service, url)).metadata()
  return `${width}x${height} ${format}`
}
