import { MOST_ROWS, type Query } from './query.ts'

/** The address of a request as a link: what some clients send as it is must be encoded in one. */
export function toLink(url: string): string {
  return url.replace(/["<>[\\\]^`{|}]/g, encodeURIComponent)
}

/** The links of a list; what the caller asked stays in them, only the page number changes. */
export function pageLinks(
  url: string,
  { number, size }: Query['page'],
  count: number,
): Record<string, string | null> {
  const last = Math.max(1, Math.ceil(count / (size === 0 ? MOST_ROWS : size)))
  const [path = '', ...query] = url.split('?')
  const words = new URLSearchParams(query.join('?'))
  const pageUrl = (page: number) => {
    words.set('page[number]', String(page))
    return `${path}?${words}`
  }
  return {
    self: toLink(url),
    first: pageUrl(1),
    last: pageUrl(last),
    prev: number > 1 ? pageUrl(Math.min(number - 1, last)) : null,
    next: number < last ? pageUrl(number + 1) : null,
  }
}
