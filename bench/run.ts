/**
 * `npm run bench`: figures beside their limits, measured in one run. `--only NAME` runs one part, `--quick` asks each so
 * seldom that only the program is tried, and keeps no results.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { archives } from './archives.ts'
import { automation } from './automation.ts'
import { toChart } from './chart.ts'
import { consoleFigures } from './console.ts'
import { feeds } from './feeds.ts'
import { growth } from './growth.ts'
import { images } from './images.ts'
import { media } from './media.ts'
import { pages } from './pages.ts'
import { reads } from './reads.ts'
import { type Figure, lastLine, type Ran, toTable } from './report.ts'
import { requests } from './requests.ts'
import { schedule } from './schedule.ts'
import { strangers } from './strangers.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { World } from './world.ts'

const PARTS: Record<string, (world: World, isQuick: boolean) => Promise<Figure[]>> = {
  requests,
  strangers,
  growth,
  archives,
  media,
  tasks,
  reads,
  images,
  pages,
  console: consoleFigures,
  tables,
  automation,
  feeds,
  schedule,
}
const RESULTS = join(import.meta.dirname, 'results')
const LATEST = join(RESULTS, 'latest.json')

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
if (values.only !== undefined && !PARTS[values.only]) {
  console.error(`There is no part ${values.only}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
const names = values.only === undefined ? Object.keys(PARTS) : [values.only]

const ran: Ran = {}
const world = await World.open()
try {
  for (const name of names) {
    console.error(`${name} …`)
    ran[name] = await PARTS[name]!(world, values.quick)
    await world.quiet()
  }
} finally {
  await world.close()
}
console.log(toTable(ran))
if (!values.quick) await keep(ran)
console.log(`\n${lastLine(Object.values(ran).flat())}`)

/** A part that was run alone takes its place among the others. */
async function keep(ran: Ran): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  const earlier: Ran = JSON.parse(await readFile(LATEST, 'utf8').catch(() => '{}'))
  const all = Object.fromEntries(
    Object.keys(PARTS).flatMap((name) =>
      (ran[name] ?? earlier[name]) ? [[name, (ran[name] ?? earlier[name])!]] : [],
    ),
  )
  await writeFile(LATEST, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(join(RESULTS, 'latest.svg'), toChart(all))
}
