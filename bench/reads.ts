/** What readers notice of four imports. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { download, finished, quantile, startExport, startImport } from './tasks-api.ts'
import { logIn, type World } from './world.ts'

const SESSIONS = 5_000
const QUICK_SESSIONS = 100
const IMPORTS = 4
/** One request every so many ms: readers, not a load that takes all there is. */
const PAUSE = 10
const IDLE_READS = 600

export async function reads(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('reads')
  // As `npm start` runs it, with two tasks at once.
  const { url } = await subject.start('serve', { WORKERS: '4' })
  const token = await logIn(url)
  const { eventId } = await seedEvent(subject.pool, 300)
  const { eventId: large } = await seedEvent(subject.pool, isQuick ? QUICK_SESSIONS : SESSIONS)
  const { download_url } = await finished(url, await startExport(url, token, large))
  const archive = await download(url, download_url)
  const path = `${url}/v1/events/${eventId}/sessions?page[size]=20`
  await readUntil(path, (count) => count >= 100)
  const idle = await readUntil(path, (count) => count >= IDLE_READS)
  let isOver = false
  const importing = Promise.all(
    Array.from({ length: IMPORTS }, async () => finished(url, await startImport(url, token, archive))),
  ).finally(() => {
    isOver = true
  })
  const during = await readUntil(path, () => isOver)
  await importing
  return [
    {
      name: `list of 20 sessions while ${IMPORTS} imports run, p99`,
      unit: 'ms',
      value: quantile(during, 0.99),
      limit: quantile(idle, 0.99),
      bar: { atMost: 1.5 },
      note: `${during.length} reads; p50 ${quantile(during, 0.5).toFixed(1)} ms, idle ${quantile(idle, 0.5).toFixed(1)} ms`,
    },
  ]
}

async function readUntil(url: string, isEnough: (count: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isEnough(times.length)) {
    const start = performance.now()
    const response = await fetch(url)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    times.push(performance.now() - start)
    await delay(PAUSE)
  }
  return times
}
