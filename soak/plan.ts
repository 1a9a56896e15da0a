/** Which faults happen when. It follows from the seed alone, so that a run can be repeated. */
import type { Dice } from './dice.ts'

export const KINDS = [
  'kill-api',
  'kill-worker',
  'stop-api',
  'stop-worker',
  'crash-database',
  'cut-database',
  'cut-clients',
  's3-refuses',
  's3-hangs',
  's3-resets',
  'full-disk',
  'clock',
] as const
export type FaultKind = (typeof KINDS)[number]

export interface PlannedFault {
  kind: FaultKind
  /** When it begins and how long it lasts (in ms). */
  at: number
  lasts: number
  /** Chooses among what it can hit. */
  target: number
}

/** Before the first fault, and after the last. */
const QUIET = 3_000
/** Seldom a fault meets the one before, sometimes there is time to recover, mostly there is a little. */
const GAPS = [800, 5_000, 5_000, 6_000, 7_000, 12_000]
const LONGEST = 4_000

export function planFaults(dice: Dice, ms: number, kinds: readonly FaultKind[]): PlannedFault[] {
  const plan: PlannedFault[] = []
  // Each kind once before any comes again.
  let left: FaultKind[] = []
  for (let at = QUIET; at <= ms - QUIET && kinds.length > 0; at += dice.pick(GAPS)) {
    if (left.length === 0) left = dice.shuffle(kinds)
    const lasts = Math.min(500 + dice.below(LONGEST), Math.max(500, ms - at))
    plan.push({ kind: left.pop()!, at, lasts, target: dice.below(1_000) })
  }
  return plan
}
