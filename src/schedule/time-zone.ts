/** The part of a calendar that says when the clocks of a zone are changed. */
import { roundOffsetAt } from '../resources/local-time.ts'
import type { Component } from './jcal.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WEEK = 7 * DAY
const YEAR = 366 * DAY
/** Over a longer time only the changes between two times of the calendar are given. */
const LONGEST = 10 * YEAR

/** With every offset that the clocks have at one of the times (in ms), and a year before and after. */
export function timeZone(zone: string, times: number[]): Component {
  const wanted = withYearsAround(times)
  const first = wanted[0]!
  const parts = [observance(zone, { at: first, from: roundOffsetAt(first, zone) })]
  for (const [place, time] of wanted.entries()) {
    const before = wanted[place - 1] ?? time
    const from = roundOffsetAt(before, zone)
    if (from !== roundOffsetAt(time, zone))
      parts.push(observance(zone, { at: changeBetween(zone, before, time), from }))
  }
  return ['vtimezone', [['tzid', {}, 'text', zone]], parts]
}

function withYearsAround(times: number[]): number[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b)
  const [first, last] = [sorted[0]! - YEAR, sorted.at(-1)! + YEAR]
  if (last - first > LONGEST) return sorted
  const weeks = Array.from({ length: Math.ceil((last - first) / WEEK) + 1 }, (_, week) => first + week * WEEK)
  return [...sorted, ...weeks].sort((a, b) => a - b)
}

/** The first second at which the clocks show what they show at the end. */
function changeBetween(zone: string, start: number, end: number): number {
  const offset = roundOffsetAt(end, zone)
  let [before, after] = [Math.floor(start / 1000), Math.floor(end / 1000)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (roundOffsetAt(middle * 1000, zone) === offset) after = middle
    else before = middle
  }
  return after * 1000
}

/** From when on the clocks have another offset; `from` is the one they had. */
function observance(zone: string, { at, from }: { at: number; from: number }): Component {
  const to = roundOffsetAt(at, zone)
  const year = new Date(at).getUTCFullYear()
  const usual = Math.min(...[0, 6].map((month) => roundOffsetAt(Date.UTC(year, month, 1), zone)))
  return [
    to > usual ? 'daylight' : 'standard',
    [
      // By the clocks as they were until then.
      ['dtstart', {}, 'date-time', new Date(at + from * MINUTE).toISOString().slice(0, 19)],
      ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
      ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
      ['tzname', {}, 'text', `UTC${offsetText(to)}`],
    ],
    [],
  ]
}

function offsetText(minutes: number): string {
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Whether the clocks show the same time twice, so that programs differ in which of the two moments they take it for. */
export function isAmbiguous(moment: number, zone: string): boolean {
  const offset = roundOffsetAt(moment, zone)
  return [-3, 3].some((hours) => {
    const other = roundOffsetAt(moment + hours * 60 * MINUTE, zone)
    const same = moment + (offset - other) * MINUTE
    return other !== offset && roundOffsetAt(same, zone) === other
  })
}
