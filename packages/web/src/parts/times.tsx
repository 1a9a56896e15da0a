/** Dates and times, in the zone of the event and in the way of the reader's language. */
import { useAround } from '../context.ts'

/** What the database takes for a zone may be unknown here. */
function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    return 'UTC'
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Making a format is slow, and a schedule has very many times. */
const MOST_FORMATS = 500

export function formatOf(
  locale: string,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, zone, options])
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: knownZone(zone) })
  formats.set(key, made)
  return made
}

export const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
export const WEEKDAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
export const SHORT_DAY = { dateStyle: 'medium' } as const
export const MOMENT = { dateStyle: 'long', timeStyle: 'short' } as const
export const DAY_AND_TIME = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const
export const WEEKDAY_AND_TIME = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
} as const
export const TIME = { timeStyle: 'short' } as const

interface Span {
  startsAt: string | null
  endsAt: string | null
  timezone: string
}

/** `12–14 May 2030`, or the one day that there is. */
export function rangeText(
  locale: string,
  { startsAt, endsAt, timezone }: Span,
  options: Intl.DateTimeFormatOptions,
): string {
  const format = formatOf(locale, timezone, options)
  const [from, to] = [startsAt ?? endsAt, endsAt ?? startsAt]
  if (from === null || to === null) return ''
  return tidy(from < to ? format.formatRange(new Date(from), new Date(to)) : format.format(new Date(from)))
}

export function momentText(
  locale: string,
  moment: string,
  zone: string,
  options: Intl.DateTimeFormatOptions = MOMENT,
): string {
  return tidy(formatOf(locale, zone, options).format(new Date(moment)))
}

/** Some formats hold thin blanks, which fonts show in different widths. */
export function tidy(text: string): string {
  return text.replace(/[\u2009\u202f]/g, ' ')
}

/** The zone as people name it: `Central European Summer Time (Berlin)`. */
export function zoneText(locale: string, zone: string, at: string | null): string {
  const parts = formatOf(locale, zone, { timeZoneName: 'long' }).formatToParts(at === null ? 0 : new Date(at))
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  const city = zone.includes('/') ? zone.split('/').at(-1)!.replaceAll('_', ' ') : undefined
  return city ? `${name} (${city})` : name
}

/** When something is, also in the zone of the reader where scripts run. */
export function When({
  startsAt,
  endsAt,
  timezone,
  options = MOMENT,
}: Span & { options?: Intl.DateTimeFormatOptions }) {
  const { words } = useAround()
  if (startsAt === null) return null
  return (
    <>
      <time dateTime={startsAt}>{rangeText(words.locale, { startsAt, endsAt, timezone }, options)}</time>
      <ReaderTime startsAt={startsAt} endsAt={endsAt} timezone={timezone} />
    </>
  )
}

function ReaderTime({ startsAt, endsAt, timezone }: Span) {
  const { words } = useAround()
  return (
    <span
      className="reader-time"
      hidden
      data-reader-time=""
      data-from={startsAt ?? undefined}
      data-to={endsAt ?? undefined}
      data-zone={knownZone(timezone)}
      data-pattern={words('event.yourTime')}
    />
  )
}
