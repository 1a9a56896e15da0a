/** Requests for one record and for a page of records. */
import { type Document, toRecords } from './document.ts'
import type { Call, Http } from './http.ts'
import { Page } from './page.ts'
import { type AnyQuery, type CallOptions, toSearch } from './query.ts'

export interface WriteOptions {
  /** The record as it was read: if it has changed since, nothing is written and the call fails with a `ChangedError`. */
  ifUnchanged?: object | undefined
}

/** The entity tags of records that were read one by one. */
const tags = new WeakMap<object, string>()

/** The record of an answer; null when a relationship leads nowhere. */
export async function one<R>(
  http: Http,
  method: string,
  path: string,
  query: AnyQuery & CallOptions,
  call: Call = {},
): Promise<R> {
  const { signal, timeout } = query
  const answer = await http.document<Document>(method, path, {
    ...call,
    query: toSearch(query),
    signal,
    timeout,
  })
  const [record] = toRecords(answer.body, query)
  const tag = answer.headers.get('etag')
  // The tag of some fields cannot be compared with that of all.
  if (record && tag && !Object.keys(query.fields ?? {}).length) tags.set(record, tag)
  return (record ?? null) as R
}

export async function page<R>(
  http: Http,
  path: string,
  search: URLSearchParams | undefined,
  query: AnyQuery & CallOptions,
): Promise<Page<R>> {
  const { signal, timeout } = query
  const document = await http.json<Document>('GET', path, { query: search, signal, timeout })
  const { next } = document.links
  const records = toRecords(document, query) as R[]
  // The link has the words of the query already.
  const following = next ? () => page<R>(http, next, undefined, query) : undefined
  return new Page(records, document.meta!.count, following)
}

const CURSORS =
  'application/vnd.api+json; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"'

/** All records of a list, found by cursors: none is missed or comes twice, whatever is added and deleted meanwhile. */
export async function* byCursor<R>(
  http: Http,
  path: string,
  query: AnyQuery & CallOptions,
): AsyncGenerator<R, void, undefined> {
  const { signal, timeout } = query
  let search: URLSearchParams | undefined = toSearch(query)
  for (let next: string | null | undefined = path; next; search = undefined) {
    const call: Call = { query: search, signal, timeout, headers: { accept: CURSORS } }
    const document: Document = await http.json<Document>('GET', next, call)
    yield* toRecords(document, query) as R[]
    next = document.links.next
  }
}

/** The header that makes a write depend on the record as it was read. */
export function conditionOf({ ifUnchanged }: WriteOptions): Record<string, string> {
  if (!ifUnchanged) return {}
  const tag = tags.get(ifUnchanged)
  if (!tag)
    throw new TypeError(
      'ifUnchanged takes a record as get, create or update answered it, with all its fields.',
    )
  return { 'if-match': tag }
}
