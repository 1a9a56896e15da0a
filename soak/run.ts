/** `npm run soak`: mixed load under random faults on loopback, then an audit of all that was accepted. */
import { parseArgs } from 'node:util'
import { canLimitFiles } from './faults.ts'
import { type FaultKind, KINDS } from './plan.ts'
import { lastLines, toTable } from './report.ts'
import { soak } from './soak.ts'

const HELP = `Usage: npm run soak -- [options]

  --minutes N   how long the clients work (3)
  --seed N      repeats the choices of an earlier run (random)
  --faults A,B  only these faults; none for no faults
                ${KINDS.join(', ')}
  --json        the result as JSON
`
/** Time for starting, calming down and the audit (in ms). */
const MARGIN = 90_000
/** Time for ending everything (in ms). */
const STOP_WITHIN = 15_000
/** Signals that follow each other this closely (in ms) are one. */
const SAME_KEY = 1_000

function complain(text: string): never {
  console.error(`${text}\n\n${HELP}`)
  process.exit(2)
}

function readOptions() {
  const options = {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    faults: { type: 'string', default: KINDS.join(',') },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return complain((error as Error).message)
  }
}

const values = readOptions()
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const minutes = Number(values.minutes)
if (!(minutes > 0 && minutes <= 60)) complain('--minutes must be a number above 0, 60 at the most.')
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed)) complain('--seed must be a whole number.')
const wanted = values.faults === 'none' ? [] : values.faults.split(',')
const wrong = wanted.filter((kind) => !KINDS.includes(kind as FaultKind))
if (wrong.length > 0) complain(`There is no fault ${wrong.join(', ')}.`)
let faults = wanted as FaultKind[]
if (faults.includes('full-disk') && !(await canLimitFiles())) {
  console.error('full-disk is left out: this machine has no command prlimit.')
  faults = faults.filter((kind) => kind !== 'full-disk')
}

const stopping = new AbortController()
let reason = ''
let stoppedAt = 0
const stop = (why: string) => {
  // npm passes Ctrl-C on although it has reached this process too.
  if (reason !== '' && Date.now() - stoppedAt < SAME_KEY) return
  if (reason !== '') process.exit(1)
  reason = why
  stoppedAt = Date.now()
  console.error(`${why}; stopping everything`)
  stopping.abort()
  setTimeout(() => process.exit(1), STOP_WITHIN).unref()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop('interrupted'))
process.on('uncaughtException', (error) => {
  console.error(error)
  stop('the soak itself failed')
})
setTimeout(() => stop('not calm within the time limit'), minutes * 60_000 + MARGIN).unref()

console.error(`seed ${seed}`)
const seconds = Math.round(minutes * 60)
const say = (line: string) => console.error(line)
try {
  const soaked = await soak({ seed, seconds, faults, say, signal: stopping.signal })
  console.log(values.json ? JSON.stringify(soaked, null, 2) : `\n${toTable(soaked)}\n\n${lastLines(soaked)}`)
  process.exit(soaked.findings.length === 0 ? 0 : 1)
} catch (error) {
  if (reason === '') throw error
  process.exit(1)
}
