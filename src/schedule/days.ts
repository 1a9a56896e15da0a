/** The days of a programme, by the clocks of the event. A night belongs to the day before it until six in the morning. */
import { inZone, wallTime } from '../resources/local-time.ts'

export interface Day {
  /** From 1. */
  index: number
  /** Such as `2026-05-01`. */
  date: string
  starts_at: string
  /** Midnight, or six in the morning when sessions run past midnight. */
  ends_at: string
}

export interface Span {
  starts_at: string
  ends_at: string
}

const DAY = 24 * 60 * 60_000
/** An event that lasts longer has only the days that have sessions. */
const MOST_EMPTY_DAYS = 366
const FIRST = '0001-01-01'
const LAST = '9999-12-31'
const START_OF_TIME = `${FIRST}T00:00:00Z`
const END_OF_TIME = `${LAST}T23:59:59Z`

/** The days, of which there is always one, and the index of the day of each session. */
export function daysOf(
  event: Span & { timezone: string },
  sessions: Span[],
): { days: Day[]; dayOf: number[] } {
  const { timezone } = event
  const first = dateAt(event.starts_at, timezone)
  const dates = sessions.map(({ starts_at }) => programmeDate(starts_at, timezone, first))
  const late = new Set(
    sessions.flatMap((session, place) => (runsLate(session, dates[place]!, timezone) ? dates[place]! : [])),
  )
  const all = [...new Set([...datesOfEvent(event, first), ...dates])].sort()
  const days = all.map((date, place) => ({
    index: place + 1,
    date,
    starts_at: late.has(shift(date, -1)) ? clock(date, '06:00', timezone) : clock(date, '00:00', timezone),
    ends_at: clock(shift(date, 1), late.has(date) ? '06:00' : '00:00', timezone, date),
  }))
  const indexes = new Map(days.map(({ date, index }) => [date, index]))
  return { days, dayOf: dates.map((date) => indexes.get(date)!) }
}

function dateAt(moment: string, zone: string): string {
  return wallTime(Date.parse(moment), zone).wall.slice(0, 10)
}

/** The date by which a moment counts. What happens early on the first day of the event belongs to that day. */
function programmeDate(moment: string, zone: string, first: string): string {
  const { wall } = wallTime(Date.parse(moment), zone)
  const date = wall.slice(0, 10)
  return date !== first && wall.slice(11) < '06:00' ? shift(date, -1) : date
}

function datesOfEvent(
  { starts_at, ends_at, timezone }: Span & { timezone: string },
  first: string,
): string[] {
  const end = new Date(Math.max(Date.parse(ends_at) - 1, Date.parse(starts_at))).toISOString()
  const last = programmeDate(end, timezone, first)
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1
  return Array.from({ length: count > MOST_EMPTY_DAYS ? 1 : count }, (_, place) => shift(first, place))
}

function runsLate({ starts_at, ends_at }: Span, date: string, zone: string): boolean {
  const midnight = Date.parse(clock(shift(date, 1), '00:00', zone, date))
  return Date.parse(ends_at) > midnight || Date.parse(starts_at) >= midnight
}

function shift(date: string, days: number): string {
  const shifted = new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
  // Other years have a sign or more digits.
  if (/^\d{4}-/.test(shifted) && shifted >= FIRST) return shifted
  return days > 0 ? LAST : FIRST
}

/** The moment at which the clocks show a time; the end of time, where there is no day after the one named last. */
function clock(date: string, time: string, zone: string, before = ''): string {
  if (date === before) return END_OF_TIME
  const moment = inZone(`${date}T${time}`, zone)!
  if (!/^\d{4}-/.test(moment)) return date < '5000' ? START_OF_TIME : END_OF_TIME
  return moment < START_OF_TIME ? START_OF_TIME : moment
}
