/**
 * Loaded before the program (`node --import`): shifts its clock by the milliseconds in the file `clock` of its data
 * folder. What measures durations (timers, performance.now) goes on as it does on a machine whose clock is set.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(process.env.DATA_DIR ?? '.', 'clock')
const LOOK_EVERY = 100

const RealDate = Date
let shift = 0

class ShiftedDate extends RealDate {
  constructor(...values: unknown[]) {
    if (values.length === 0) super(ShiftedDate.now())
    else super(...(values as [number]))
  }

  static override now(): number {
    return RealDate.now() + shift
  }
}

globalThis.Date = ShiftedDate as DateConstructor

setInterval(() => {
  try {
    shift = Number(readFileSync(FILE, 'utf8'))
  } catch {
    // Nobody has set the clock.
    shift = 0
  }
}, LOOK_EVERY).unref()
