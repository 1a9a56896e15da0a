/** Times as schedule files have them: with an offset, or as the clocks at the conference show them. */
import { inZone } from '../resources/local-time.ts'

const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i
const MINUTE = 60_000
/** A time of day before this belongs to the night after the date of its day. */
const DAY_CHANGE = '06:00'

/** In UTC; undefined when it is not a time. */
export function momentIn(text: string, timezone: string): string | undefined {
  if (!WITH_OFFSET.test(text)) return inZone(text, timezone)
  const moment = new Date(text.replace(' ', 'T'))
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The time of day on a day of the schedule, which ends in the morning after it. */
export function onDay(date: string, timeOfDay: string, timezone: string): string | undefined {
  const [hours = '', minutes = ''] = timeOfDay.split(':')
  const time = `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  const isNextDay = time < DAY_CHANGE
  const day = isNextDay ? followingDay(date) : date
  return day === undefined ? undefined : inZone(`${day}T${time}`, timezone)
}

/** Minutes, from `1:30`, `01:30:00`, `1:02:30` with days before the hours in frab, or a number of minutes. */
export function minutesIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  const parts = typeof value === 'string' ? value.trim().split(':') : []
  if (parts.length === 0 || parts.length > 3 || parts.some((part) => !/^\d{1,5}$/.test(part)))
    return undefined
  const [minutes = 0, hours = 0, days = 0] = parts.map(Number).reverse()
  return minutes + 60 * hours + 24 * 60 * days
}

export function later(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * MINUTE).toISOString()
}

export function minutesBetween(start: string, end: string): number {
  return (Date.parse(end) - Date.parse(start)) / MINUTE
}

export function followingDay(date: string): string | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return undefined
  day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
