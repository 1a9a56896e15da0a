/** One soak: starts the topology, lets clients work while faults happen, waits until all is calm, and audits. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { filesIn } from '../test/support/folders.ts'
import { type Receiver, runReceiver } from '../tools/receiver.ts'
import { startTopology, type Topology } from '../tools/topology.ts'
import { audit } from './audit.ts'
import { diceOf } from './dice.ts'
import { folderOf, type Scene, strike } from './faults.ts'
import { Fleet } from './fleet.ts'
import { Journal } from './journal.ts'
import { type Actor, makeActors, work } from './load.ts'
import { type FaultKind, planFaults } from './plan.ts'
import type { Soaked } from './report.ts'
import { settle } from './settle.ts'

export interface SoakOptions {
  seed: number
  seconds: number
  faults: readonly FaultKind[]
  say(line: string): void
  signal: AbortSignal
}

const CLIENTS = 6
/** The receiver of webhooks refuses one of so many messages. */
const REFUSED_WEBHOOKS = 7
/** How long tasks and mails may take after the last fault (in ms). */
const CALM_WITHIN = 60_000
const CLOCK = join(import.meta.dirname, 'clock.ts')

export async function soak(options: SoakOptions): Promise<Soaked> {
  options.say(
    'starting two APIs, two workers, PostgreSQL, a bucket, a mail server and a receiver of webhooks',
  )
  const receiver = await runReceiver()
  receiver.answer = (_received, response) => {
    const isRefused = receiver.received.length % REFUSED_WEBHOOKS === 0
    response.writeHead(isRefused ? 503 : 204).end()
  }
  const hooks = { WEBHOOK_HTTP: 'true', FETCH_ALLOW: receiver.host }
  const topology = await startTopology({
    env: { NODE_OPTIONS: `--import=${CLOCK}`, DRAIN_SECONDS: '1', ...hooks },
  })
  const scene = { topology, receiver, fleet: new Fleet([...topology.apis, ...topology.workers]) }
  const journal = new Journal()
  try {
    const surroundings = { url: topology.url, journal, dice: diceOf(options.seed), receiverUrl: receiver.url }
    const actors = await makeActors(surroundings, CLIENTS)
    const happened = await suffer(scene, actors, options)
    return await Promise.race([
      examine(scene, actors, journal, happened, options),
      untilAborted(options.signal),
    ])
  } finally {
    scene.fleet.close()
    await topology.stop()
    receiver.close()
  }
}

/** Lets the clients work while faults happen. When it ends, also early, all faults are over and all processes run. */
async function suffer(
  scene: Scene,
  actors: Actor[],
  { seed, seconds, faults, say, signal }: SoakOptions,
): Promise<FaultKind[]> {
  const plan = planFaults(diceOf(seed).named('faults'), seconds * 1000, faults)
  const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  const working = Promise.all(actors.map((actor) => work(actor, over)))
  const start = Date.now()
  const happened: FaultKind[] = []
  const struck: Promise<void>[] = []
  for (const planned of plan) {
    await delay(start + planned.at - Date.now(), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    const second = Math.round((Date.now() - start) / 1000)
    say(`${String(second).padStart(4)} s  ${planned.kind} for ${(planned.lasts / 1000).toFixed(1)} s`)
    happened.push(planned.kind)
    struck.push(strike(scene, planned))
  }
  const ends = await Promise.allSettled([Promise.race([working, untilAborted(signal)]), ...struck])
  await scene.fleet.whole()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return happened
}

/** Waits until all is calm, and audits. */
async function examine(
  { topology, fleet, receiver }: Scene & { receiver: Receiver },
  actors: Actor[],
  journal: Journal,
  happened: FaultKind[],
  { seed, seconds, say }: SoakOptions,
): Promise<Soaked> {
  const { database, s3, mail } = topology
  say('waiting for what is under way')
  const open = await settle(database.url, CALM_WITHIN)
  say(`auditing; still open: ${open.tasks} tasks, ${open.mails} mails, ${open.deliveries} webhook deliveries`)
  const stored = {
    keys: await s3.keys(),
    unfinished: await s3.unfinished(),
    temporary: await temporaryFiles(topology, fleet),
  }
  const audited = await audit({
    actors,
    journal,
    databaseUrl: database.url,
    received: mail.received,
    messages: receiver.received,
    stored,
    faults: happened,
  })
  return {
    seed,
    seconds,
    clients: CLIENTS,
    requests: journal.outcomes,
    refusals: Object.fromEntries(journal.refusals),
    writes: journal.writes,
    faults: countOf(happened),
    failedStarts: fleet.failedStarts,
    figures: audited.figures,
    remarks: audited.remarks,
    findings: [...audited.findings, ...fleet.findings, ...(await fleet.uncaught())],
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

function countOf<T extends string>(words: T[]): Partial<Record<T, number>> {
  const groups = Object.entries<T[]>(Object.groupBy(words, (word) => word) as Record<T, T[]>)
  return Object.fromEntries(groups.map(([word, all]) => [word, all.length])) as Partial<Record<T, number>>
}

/** Those that a process made since its last start; what a killed one left is removed by a later start. */
async function temporaryFiles(topology: Topology, fleet: Fleet): Promise<string[]> {
  const found: string[] = []
  for (const process of [...topology.apis, ...topology.workers]) {
    const folder = join(folderOf(topology), process.name, 'temp')
    for (const path of await filesIn(folder)) {
      const { mtimeMs } = await stat(join(folder, path))
      if (mtimeMs > fleet.startedAt.get(process)!) found.push(`${process.name}/${path}`)
    }
  }
  return found
}
