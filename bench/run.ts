/** `npm run bench`: figures beside their limits, measured in one run. `--only NAME` runs one part. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { archives } from './archives.ts'
import { toChart } from './chart.ts'
import { growth } from './growth.ts'
import { images } from './images.ts'
import { media } from './media.ts'
import { reads } from './reads.ts'
import { type Figure, lastLine, type Ran, toTable } from './report.ts'
import { requests } from './requests.ts'
import { tasks } from './tasks.ts'
import { World } from './world.ts'

const PARTS: Record<string, (world: World) => Promise<Figure[]>> = {
  requests,
  growth,
  archives,
  media,
  tasks,
  reads,
  images,
}
const RESULTS = join(import.meta.dirname, 'results')

const { values } = parseArgs({ options: { only: { type: 'string' } } })
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
    ran[name] = await PARTS[name]!(world)
    await world.quiet()
  }
} finally {
  await world.close()
}
console.log(toTable(ran))
await mkdir(RESULTS, { recursive: true })
await writeFile(join(RESULTS, 'latest.json'), `${JSON.stringify(ran, null, 2)}\n`)
await writeFile(join(RESULTS, 'latest.svg'), toChart(ran))
console.log(`\n${lastLine(Object.values(ran).flat())}`)
