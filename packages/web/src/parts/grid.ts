/** A day as a table: a row for each time at which something starts or ends, and columns for each room. */
import type { Day, Room, Slot } from './programme.ts'

export interface Grid {
  rooms: GridRoom[]
  rows: GridRow[]
}

export interface GridRoom extends Room {
  /** How many columns it has: more than one where sessions overlap. */
  columns: number
}

interface GridRow {
  time: number
  /** Whether a session starts at this time. */
  isStart: boolean
  cells: GridCell[]
}

export interface GridCell {
  key: string
  /** How many rows it reaches over. */
  rows: number
  /** None where the room is free. */
  slots: Slot[]
}

interface Block {
  from: number
  to: number
  slots: Slot[]
}

/** A room with more sessions at once has several of them in a cell. */
const MOST_COLUMNS = 3

export function gridOf({ rooms, sessions }: Day): Grid {
  const times = [...new Set(sessions.flatMap((slot) => [slot.startsAt, endOf(slot)]))].sort((a, b) => a - b)
  const rowOf = new Map(times.map((time, row) => [time, row]))
  const starts = new Set(sessions.map(({ startsAt }) => startsAt))
  const last = times.length - 1
  const rows: GridRow[] = times.slice(0, -1).map((time) => ({ time, isStart: starts.has(time), cells: [] }))
  const bySlots = Map.groupBy(sessions, ({ room }) => room)
  const columns = rooms.map((room) => ({ room, columns: columnsOf(bySlots.get(room) ?? []) }))
  for (const [place, blocks] of columns.flatMap((one) => one.columns).entries()) {
    const key = String(place)
    let next = 0
    for (const { from, to, slots } of blocks) {
      const [first, end] = [rowOf.get(from)!, rowOf.get(to)!]
      if (first > next) rows[next]!.cells.push({ key, rows: first - next, slots: [] })
      rows[first]!.cells.push({ key, rows: end - first, slots })
      next = end
    }
    if (next < last) rows[next]!.cells.push({ key, rows: last - next, slots: [] })
  }
  return { rooms: columns.map((one) => ({ ...one.room, columns: one.columns.length })), rows }
}

/** A session without a length still needs a row. */
function endOf({ startsAt, endsAt }: Slot): number {
  return Math.max(endsAt, startsAt + 60_000)
}

/** Each session goes to the first column that is free, or to a new one, or shares a cell. */
function columnsOf(slots: Slot[]): Block[][] {
  const columns: Block[][] = []
  for (const slot of slots) {
    const block = { from: slot.startsAt, to: endOf(slot), slots: [slot] }
    const free = columns.find((column) => column.at(-1)!.to <= block.from)
    if (free) free.push(block)
    else if (columns.length < MOST_COLUMNS) columns.push([block])
    else join(columns, slot)
  }
  return columns
}

function join(columns: Block[][], slot: Slot): void {
  const lasts = columns.map((column) => column.at(-1)!)
  const [block] = lasts.toSorted((one, other) => one.slots.length - other.slots.length)
  block!.slots.push(slot)
  block!.to = Math.max(block!.to, endOf(slot))
}
