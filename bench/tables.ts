/** What a list of a hundred thousand sessions as a table takes of the memory of the service. It reads /proc, so on Linux only. */
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { forgetPeak, memoryOf, type World } from './world.ts'

const ROWS = 100_000
const QUICK_ROWS = 500
const MIB = 1024 * 1024

export async function tables(world: World, isQuick: boolean): Promise<Figure[]> {
  const rows = isQuick ? QUICK_ROWS : ROWS
  const subject = await world.subject('tables')
  const { eventId } = await seedEvent(subject.pool, rows)
  const { url, pid } = await subject.start('serve')
  // What a process in use has: the young generation of its heap at its full size.
  const { eventId: small } = await seedEvent(subject.pool, Math.min(rows, 2_000))
  for (let time = 0; time < 10; time++) await readTable(`${url}/v1/events/${small}/sessions`)
  const before = await forgetPeak(pid)
  const start = performance.now()
  const { lines, bytes } = await readTable(`${url}/v1/events/${eventId}/sessions`)
  const seconds = (performance.now() - start) / 1_000
  if (lines !== rows + 1) throw new Error(`The table has ${lines} lines.`)
  const grown = (await memoryOf(pid)).most - before
  return [
    {
      name: `growth of the process, ${rows.toLocaleString('en')} sessions as CSV`,
      unit: 'MiB',
      value: Math.max(0, grown),
      bar: { atMost: 50 },
      note: `${(bytes / MIB).toFixed(0)} MiB in ${seconds.toFixed(1)} s`,
    },
  ]
}

async function readTable(url: string): Promise<{ lines: number; bytes: number }> {
  const response = await fetch(url, { headers: { accept: 'text/csv' } })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  let lines = 0
  let bytes = 0
  for await (const chunk of response.body!) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
  }
  return { lines, bytes }
}
