/** Wall-clock times in a time zone. */

const MINUTE = 60_000
/** In minutes: no zone of today is further from UTC, and no schema takes more. */
const MOST_OFFSET = 14 * 60

/** A wall-clock time as a point in time, in the zone of the event. */
export function inZone(wallTime: string, zone: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/.exec(wallTime.trim())
  if (!match) return undefined
  const wall = Date.parse(`${match[1]}T${match[2]}${match[3] ?? ':00'}Z`)
  if (Number.isNaN(wall)) return undefined
  // Twice, because the offset at the first guess may be that before a change of the clocks.
  const guess = wall - offsetAt(wall, zone)
  const moment = wall - offsetAt(guess, zone)
  return `${new Date(moment).toISOString().slice(0, 19)}${match[4] ?? ''}Z`
}

/** The wall-clock time at a moment (in ms) as `2026-05-01T09:00:00`, and the offset of the clocks from UTC (in minutes). */
export function wallTime(moment: number, zone: string): { wall: string; offset: number } {
  const offset = roundOffsetAt(moment, zone)
  return { wall: new Date(moment + offset * MINUTE).toISOString().slice(0, 19), offset }
}

/** The offset of the clocks in whole minutes; 0 where the wall-clock time could not be written with four digits for the year. */
export function roundOffsetAt(moment: number, zone: string): number {
  const offset = Math.round(offsetAt(moment, zone) / MINUTE)
  const year = new Date(moment + offset * MINUTE).getUTCFullYear()
  return Math.abs(offset) > MOST_OFFSET || year < 1 || year > 9999 ? 0 : offset
}

interface Clock {
  format: Intl.DateTimeFormat
  /** By the quarter of an hour: a programme asks for the same times again and again. */
  offsets: Map<number, number>
}

const clocks = new Map<string, Clock>()
const MOST_CLOCKS = 100
const MOST_OFFSETS = 10_000
const QUARTER = 15 * MINUTE
/** Since then clocks are changed at a full quarter of an hour only. */
const ORDERLY = Date.UTC(1980, 0, 1)

function clockOf(zone: string): Clock {
  const known = clocks.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  const made = { format, offsets: new Map() }
  clocks.set(zone, made)
  return made
}

/** How far the zone's clocks are ahead of UTC at that moment, in ms. */
function offsetAt(moment: number, zone: string): number {
  if (zone === 'UTC') return 0
  const { format, offsets } = clockOf(zone)
  if (moment < ORDERLY) return shownOffset(moment, format)
  const quarter = Math.floor(moment / QUARTER)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const offset = shownOffset(moment, format)
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(quarter, offset)
  return offset
}

function shownOffset(moment: number, format: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const shown = new Date(0)
  // Not by Date.UTC, which takes the years to 99 for those of the last century.
  shown.setUTCFullYear(parts.year!, parts.month! - 1, parts.day!)
  shown.setUTCHours(parts.hour!, parts.minute!, parts.second!)
  return shown.getTime() - Math.floor(moment / 1000) * 1000
}
