import { MOST_ROWS, type Query } from './query.ts'

/** The links of a list; what the caller asked stays in them, only the page number changes. */
export function pageLinks(
  url: string,
  { number, size }: Query['page'],
  count: number,
): Record<string, string | null> {
  const last = Math.max(1, Math.ceil(count / (size === 0 ? MOST_ROWS : size)))
  return {
    self: url,
    first: pageUrl(url, 1),
    last: pageUrl(url, last),
    prev: number > 1 ? pageUrl(url, Math.min(number - 1, last)) : null,
    next: number < last ? pageUrl(url, number + 1) : null,
  }
}

function pageUrl(url: string, number: number): string {
  const [path = '', ...query] = url.split('?')
  const words = new URLSearchParams(query.join('?'))
  words.set('page[number]', String(number))
  return `${path}?${words}`
}
