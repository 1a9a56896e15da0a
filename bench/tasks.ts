/** How soon tasks start, and how many end in a second with one, two and four at once. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { finished, quantile, startExport, timed } from './tasks-api.ts'
import { logIn, type Program, type Subject, type World } from './world.ts'

const MANY = 120
const FEW = 3
/** As many as one user may have open. */
const BACKLOG = 50

export async function tasks(world: World, isQuick: boolean): Promise<Figure[]> {
  const times = isQuick ? FEW : MANY
  const subject = await world.subject('tasks')
  const { url } = await subject.start('serve')
  const token = await logIn(url)
  const { eventId } = await seedEvent(subject.pool, 1)
  const first = await subject.start('worker', { WORKERS: '1' })
  const waits = await startTimes(subject, url, token, eventId, times)
  const figures: Figure[] = [
    {
      name: 'from the request to the start, p50',
      unit: 'ms',
      value: quantile(waits, 0.5),
      bar: { atMost: 50 },
    },
    { name: 'from the request to the start, p99', unit: 'ms', value: quantile(waits, 0.99) },
  ]
  const workers: Program[] = [first]
  let alone: number | undefined
  for (const count of [1, 2, 4]) {
    while (workers.length < count) workers.push(await subject.start('worker', { WORKERS: '1' }))
    const rate = await drainRate(url, token, eventId, Math.min(times, BACKLOG))
    figures.push({
      name: `small exports with ${count} worker${count > 1 ? 's' : ''}`,
      unit: 'tasks/s',
      value: rate,
      ...(alone !== undefined && { limit: alone }),
    })
    alone ??= rate
  }
  return figures
}

/** One after the other, as the worker is idle. */
async function startTimes(
  { pool }: Subject,
  url: string,
  token: string,
  eventId: string,
  times: number,
): Promise<number[]> {
  const urls: string[] = []
  for (let time = 0; time < times; time++) {
    const taskUrl = await startExport(url, token, eventId)
    await finished(url, taskUrl)
    urls.push(taskUrl)
    await delay(Math.random() * 30)
  }
  const ids = urls.map((taskUrl) => taskUrl.split('/').at(-1))
  const { rows } = await pool.query(
    `select extract(epoch from started_at - created_at)::float8 * 1000 as ms from tasks where id = any($1::uuid[])`,
    [ids],
  )
  return rows.map(({ ms }) => ms)
}

async function drainRate(url: string, token: string, eventId: string, times: number): Promise<number> {
  const { seconds } = await timed(async () => {
    const urls = await Promise.all(Array.from({ length: times }, () => startExport(url, token, eventId)))
    for (const taskUrl of urls) await finished(url, taskUrl)
  })
  return times / seconds
}
