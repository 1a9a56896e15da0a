/** What a page costs among a thousand, a hundred thousand and a million sessions. */
import { readConfig } from '../src/config.ts'
import { statements } from '../src/database/connect.ts'
import { startService } from '../src/service.ts'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { quantile } from './tasks-api.ts'
import type { Subject, World } from './world.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const QUICK_SIZES = [100, 1_000]
const TIMES = 25

export async function growth(world: World, isQuick: boolean): Promise<Figure[]> {
  const sizes = isQuick ? QUICK_SIZES : SIZES
  const subject = await world.subject('growth')
  const filter = encodeURIComponent(JSON.stringify([{ name: 'level', op: 'eq', val: 'Expert' }]))
  const pages: Record<string, { query: string; bar?: number }> = {
    'first page': { query: 'page[size]=20', bar: 1.5 },
    'filtered and sorted page': { query: `page[size]=20&sort=-starts-at&filter=${filter}`, bar: 1.5 },
  }
  const events = new Map<number, string>()
  for (const size of sizes) events.set(size, (await seedEvent(subject.pool, size)).eventId)
  const { url } = await subject.start('serve')
  const figures: Figure[] = []
  for (const [name, { query, bar }] of Object.entries(pages)) {
    let least: number | undefined
    for (const size of sizes) {
      const path = `/v1/events/${events.get(size)}/sessions?${query}`
      const { first, usual } = await latency(url, path)
      figures.push({
        name: `${name} of ${size.toLocaleString('en')}`,
        unit: 'ms',
        value: usual,
        ...(least !== undefined && { limit: least, ...(bar && { bar: { atMost: bar } }) }),
        note: `the first time, with its count, ${first.toFixed(0)} ms`,
      })
      least ??= usual
    }
  }
  const most = events.get(sizes.at(-1)!)!
  for (const number of [100, 10_000]) {
    const { usual } = await latency(url, `/v1/events/${most}/sessions?page[size]=20&page[number]=${number}`)
    figures.push({ name: `page ${number.toLocaleString('en')} of the most`, unit: 'ms', value: usual })
  }
  figures.push(...(await plans(subject, `/v1/events/${most}/sessions?${pages['first page']!.query}`)))
  return figures
}

/** The first time, and the median of the times after it. */
async function latency(base: string, path: string): Promise<{ first: number; usual: number }> {
  const times: number[] = []
  for (let time = 0; time <= TIMES; time++) {
    const start = performance.now()
    const response = await fetch(`${base}${path}`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    times.push(performance.now() - start)
  }
  return { first: times[0]!, usual: quantile(times.slice(1), 0.5) }
}

/** How PostgreSQL runs the statements of a request. */
async function plans(subject: Subject, path: string): Promise<Figure[]> {
  const config = readConfig({ DATABASE_URL: subject.databaseUrl, DATA_DIR: subject.folder, WORKERS: '0' })
  const service = await startService(config)
  const seen: string[] = []
  const note = (statement: unknown) => seen.push((statement as { text: string }).text)
  statements.start.subscribe(note)
  await service.app.inject(path)
  statements.start.unsubscribe(note)
  await service.close()
  const figures: Figure[] = []
  for (const text of seen) {
    const { rows } = await subject.pool.query(`explain (generic_plan, format json) ${text}`)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    figures.push({
      name: text.startsWith('select count') ? 'plan of its count' : 'plan of the first page',
      unit: 'cost',
      value: plan['Total Cost'],
      note: nodesOf(plan).join(' ← '),
    })
  }
  return figures
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Subplan Name'?: string
  Plans?: PlanNode[]
}

function nodesOf(node: PlanNode): string[] {
  const inner = (node.Plans ?? []).filter((one) => one['Subplan Name'] === undefined)
  const index = node['Index Name'] ? ` (${node['Index Name']})` : ''
  return [`${node['Node Type']}${index}`, ...inner.flatMap(nodesOf)]
}
