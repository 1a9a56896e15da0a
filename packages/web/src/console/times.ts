/** Times in the zone of an event. */
import { t } from './words.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes a hundred times as long as using one. */
export function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options)
    formats.set(key, format)
  }
  return format
}

/** `2030-05-01T09:30` as the clocks of the zone show the instant. */
export function toLocal(instant: number | string, timeZone: string): string {
  const format = formatOf('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format.format(new Date(instant)).replace(' ', 'T')
}

/** The instant at which the clocks of the zone show this time. */
export function fromLocal(local: string, timeZone: string): number {
  const wanted = Date.parse(`${local}Z`)
  // The offset may be another one at the instant that was guessed first.
  let instant = wanted
  for (let round = 0; round < 2; round++)
    instant = wanted - (Date.parse(`${toLocal(instant, timeZone)}Z`) - instant)
  return instant
}

export function showDay(instant: number | string, timeZone: string): string {
  return formatOf(t.locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(
    new Date(instant),
  )
}

export function showTime(instant: number | string, timeZone: string): string {
  return formatOf(t.locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
}

export function showMoment(instant: number | string, timeZone?: string): string {
  const format = formatOf(t.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  })
  return format.format(new Date(instant))
}

export function showDays(from: string | null, to: string, timeZone: string): string {
  const format = formatOf(t.locale, { dateStyle: 'medium', timeZone })
  return from === null ? format.format(new Date(to)) : format.formatRange(new Date(from), new Date(to))
}

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
