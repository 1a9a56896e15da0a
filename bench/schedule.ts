/** Conflicts of a schedule of fifty thousand sessions, and a search among a hundred thousand. */
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { quantile } from './tasks-api.ts'
import { logIn, type World } from './world.ts'

const TIMES = 7

export async function schedule(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('schedule')
  const planned = isQuick ? 200 : 50_000
  const searched = isQuick ? 500 : 100_000
  const { eventId } = await seedEvent(subject.pool, planned)
  const { eventId: large } = await seedEvent(subject.pool, searched)
  const { url } = await subject.start('serve')
  const headers = { authorization: `JWT ${await logIn(url)}` }
  const median = async (path: string) => {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const start = performance.now()
      const response = await fetch(`${url}${path}`, { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      times.push(performance.now() - start)
    }
    return quantile(times, 0.5)
  }
  const explain = async (text: string) => {
    const { rows } = await subject.pool.query(`explain (analyze, timing off) ${text}`)
    return rows.map((row) => row['QUERY PLAN'] as string)
  }
  const conflicts = await explain(`select count(*) from schedule_conflicts where event_id = ${eventId}`)
  const found = await explain(
    `select id from sessions where event_id = ${large} and search @@ search_query('4711') order by ts_rank(search, search_query('4711')) desc, id limit 20`,
  )
  return [
    {
      name: `first page of the conflicts of ${planned.toLocaleString('en')} sessions, with their count`,
      unit: 'ms',
      value: await median(`/v1/events/${eventId}/schedule-conflicts`),
      bar: { atMost: 1_000 },
      note: indexesOf(conflicts),
    },
    {
      name: `search among ${searched.toLocaleString('en')} sessions`,
      unit: 'ms',
      value: await median(`/v1/events/${large}/sessions?filter[search]=4711`),
      bar: { atMost: 100 },
      note: indexesOf(found),
    },
  ]
}

/** Which indexes a plan uses. */
function indexesOf(plan: string[]): string {
  const names = plan.flatMap((line) => /(?:using|Index Scan on) (\w+)/.exec(line)?.[1] ?? [])
  return [...new Set(names)].join(', ') || 'no index'
}
