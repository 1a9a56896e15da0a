/** Beside times in the zone of an event: the same in the zone of the reader, when it is another. */
export function showReaderTimes(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const place of document.querySelectorAll<HTMLElement>('[data-reader-time]')) {
    const { from = '', to = '', zone: own = '', pattern = '{time}' } = place.dataset
    const text = inZone(from, to, zone)
    if (text === inZone(from, to, own)) continue
    place.textContent = pattern.replace('{time}', text)
    place.hidden = false
  }
}

function inZone(from: string, to: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  return to === '' ? format.format(new Date(from)) : format.formatRange(new Date(from), new Date(to))
}
