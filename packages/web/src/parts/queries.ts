/** What pages read from the query of their address. */
import type { PagePath } from '../../../../src/pages/paths.ts'

export const MOST_LETTERS = 100
const MOST_PAGES = 1000
const LONGEST_PATH = 500

/** The words of a search. */
export function searchOf(query: URLSearchParams): string {
  return (query.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_LETTERS)
    .toWellFormed()
}

/** More would be more searches than the API does at once. */
const MOST_WORDS = 4

export function wordsOf(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
}

export function pageOf(query: URLSearchParams): number {
  return Math.min(Math.max(Math.trunc(Number(query.get('page') ?? 1)) || 1, 1), MOST_PAGES)
}

export function isPastOf(query: URLSearchParams): boolean {
  return query.get('when') === 'past'
}

/** Where to go after the log-in; the service checks it. */
export function nextOf(query: URLSearchParams): string {
  const next = query.get('next') ?? ''
  return next.length > LONGEST_PATH ? '' : next
}

/** Each in its one spelling; empty when it is the usual one. */
const READERS = {
  q: searchOf,
  page: (query: URLSearchParams) => (pageOf(query) > 1 ? String(pageOf(query)) : ''),
  when: (query: URLSearchParams) => (isPastOf(query) ? 'past' : ''),
  track: (query: URLSearchParams) => query.get('track') ?? '',
  day: (query: URLSearchParams) => query.get('day') ?? '',
  next: nextOf,
}

const READ: Partial<Record<PagePath, (keyof typeof READERS)[]>> = {
  '/': ['q', 'when', 'page'],
  '/events/:identifier/schedule': ['track', 'day'],
  '/events/:identifier/sessions': ['q', 'page'],
  '/events/:identifier/speakers': ['page'],
  '/log-in': ['next'],
  '/sign-up': ['next'],
}

/** Only what the page reads, in a fixed order. */
export function tidyQuery(path: PagePath, query: URLSearchParams): URLSearchParams {
  const tidied = new URLSearchParams()
  for (const name of READ[path] ?? []) {
    const value = READERS[name](query)
    if (value !== '') tidied.set(name, value)
  }
  return tidied
}
