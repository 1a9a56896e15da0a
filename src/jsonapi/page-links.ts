import { DEFAULT_SIZE, MOST_ROWS, type Query } from './query.ts'

export type Links = Record<string, string | null>

/** The address of a request as a link: what some clients send as it is must be encoded in one. */
export function toLink(url: string): string {
  return url.replace(/["<>[\\\]^`{|}]/g, encodeURIComponent)
}

/** The links of a list; what the caller asked stays in them, only the page number changes. */
export function pageLinks(
  url: string,
  { number = 1, size = DEFAULT_SIZE }: Query['page'],
  count: number,
): Links {
  const last = Math.max(1, Math.ceil(count / (size === 0 ? MOST_ROWS : size)))
  const [path = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  const pageUrl = (page: number) => {
    parameters.set('page[number]', String(page))
    return `${path}?${parameters}`
  }
  return {
    self: toLink(url),
    first: pageUrl(1),
    last: pageUrl(last),
    prev: number > 1 ? pageUrl(Math.min(number - 1, last)) : null,
    next: number < last ? pageUrl(number + 1) : null,
  }
}

/** The cursors of the records that a page begins and ends with, or those that were sent where it has none. */
export interface Edges {
  before: string | undefined
  after: string | undefined
}

/** The links of a page that is found by a cursor. */
export function cursorLinks(url: string, { before, after }: Edges): Links {
  const [path = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  parameters.delete('page[after]')
  parameters.delete('page[before]')
  const linkTo = (name?: string, cursor?: string) => {
    const all = new URLSearchParams(parameters)
    if (name !== undefined && cursor !== undefined) all.set(name, cursor)
    return all.size === 0 ? path : `${path}?${all}`
  }
  return {
    self: toLink(url),
    first: linkTo(),
    prev: before === undefined ? null : linkTo('page[before]', before),
    next: after === undefined ? null : linkTo('page[after]', after),
  }
}
