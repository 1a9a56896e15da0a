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

/** How far the zone's clocks are ahead of UTC at that moment, in ms. */
function offsetAt(moment: number, zone: string): number {
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
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const shown = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second)
  return shown - Math.floor(moment / 1000) * 1000
}
