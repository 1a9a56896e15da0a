/** One soak: starts the topology, lets clients work while faults happen, waits until all is calm, and audits. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { filesIn } from '../test/support/folders.ts'
import { startTopology, type Topology } from '../test/support/topology.ts'
import { audit } from './audit.ts'
import { diceOf } from './dice.ts'
import { folderOf, type Scene, strike } from './faults.ts'
import { Fleet } from './fleet.ts'
import { Journal } from './journal.ts'
import { makeActors, work } from './load.ts'
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
/** How long tasks and mails may take after the last fault (in ms). */
const CALM_WITHIN = 60_000
const CLOCK = join(import.meta.dirname, 'clock.ts')

export async function soak(options: SoakOptions): Promise<Soaked> {
  const { say, signal } = options
  say('starting two APIs, two workers, PostgreSQL, a bucket and a mail server')
  const topology = await startTopology({ env: { NODE_OPTIONS: `--import=${CLOCK}`, DRAIN_SECONDS: '1' } })
  const fleet = new Fleet([...topology.apis, ...topology.workers])
  try {
    signal.throwIfAborted()
    return await endure({ topology, fleet }, options)
  } finally {
    fleet.close()
    await topology.stop()
  }
}

async function endure(scene: Scene, { seed, seconds, faults, say, signal }: SoakOptions): Promise<Soaked> {
  const { topology, fleet } = scene
  const dice = diceOf(seed)
  const journal = new Journal()
  const actors = await makeActors(topology.url, journal, dice, CLIENTS)
  const plan = planFaults(dice.named('faults'), seconds * 1000, faults)
  const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  const working = Promise.all(actors.map((actor) => work(actor, over)))
  const start = Date.now()
  const struck: Promise<void>[] = []
  for (const planned of plan) {
    await delay(start + planned.at - Date.now(), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    const second = Math.round((Date.now() - start) / 1000)
    say(`${String(second).padStart(4)} s  ${planned.kind} for ${(planned.lasts / 1000).toFixed(1)} s`)
    struck.push(strike(scene, planned))
  }
  await Promise.all([working, ...struck])
  await fleet.whole()
  signal.throwIfAborted()
  say('waiting for what is under way')
  const open = await settle(topology.database.url, CALM_WITHIN)
  say(`auditing; open: ${JSON.stringify(open)}`)
  const stored = {
    keys: await topology.s3.keys(),
    unfinished: await topology.s3.unfinished(),
    temporary: await temporaryFiles(topology, fleet),
  }
  const databaseUrl = topology.database.url
  const happened = plan.slice(0, struck.length).map(({ kind }) => kind)
  const { received } = topology.mail
  const audited = await audit({ actors, journal, databaseUrl, received, stored, faults: happened })
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
