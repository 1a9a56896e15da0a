/**
 * Rendered pages, kept while the data that they were made from stays the same. Rendering a long schedule takes much longer
 * than asking whether it has changed.
 */
import { hash } from 'node:crypto'
import { Recent } from '../database/recent.ts'
import { Coalesced } from '../schedule/coalesced.ts'
import type { PageAnswer } from './contract.ts'

/** All pages together; those that were used longest ago are forgotten first. */
const MOST_BYTES = 32 * 1024 ** 2
/** Pages also depend on the clock: which events are over, whether a call is open. */
const LONGEST = 60_000

interface Read {
  url: string
  accept: string
  status: number
  /** Of what was read: its entity tag, or a hash where it has none, as lists. Of what was not found: that. */
  print: string
}

interface Kept {
  answer: PageAnswer
  reads: Read[]
  madeAt: number
}

export type RenderPage = (read: typeof fetch) => Promise<PageAnswer>

export class KeptPages {
  readonly #kept = new Recent<Kept>(MOST_BYTES)
  /** One render for all who wait for the same page. */
  readonly #asked = new Coalesced<PageAnswer>()

  /** `read` reads the data, and `render` makes the page with what it is given to read with. */
  show(key: string, read: typeof fetch, render: RenderPage): Promise<PageAnswer> {
    return this.#asked.ask(key, async () => {
      const kept = this.#kept.get(key)
      return kept && (await isCurrent(kept, read)) ? kept.answer : this.#make(key, read, render)
    })
  }

  async #make(key: string, read: typeof fetch, render: RenderPage): Promise<PageAnswer> {
    const madeAt = Date.now()
    const { reads, fetch } = recording(read)
    const answer = await render(fetch)
    this.#kept.delete(key)
    const { status, isPrivate, isRare } = answer
    const isComplete = reads.every(({ status }) => status === 200 || status === 404)
    if (status === 200 && !isPrivate && !isRare && isComplete)
      this.#kept.set(key, { answer, reads, madeAt }, key.length + Buffer.byteLength(answer.body))
    return answer
  }
}

function recording(read: typeof fetch): { reads: Read[]; fetch: typeof fetch } {
  const reads: Read[] = []
  return {
    reads,
    async fetch(input, init) {
      const response = await read(input, init)
      const accept = new Headers(init?.headers).get('accept') ?? '*/*'
      reads.push({
        url: String(input),
        accept,
        status: response.status,
        print: await printOf(response.clone()),
      })
      return response
    },
  }
}

async function printOf(response: Response): Promise<string> {
  if (!response.ok) return String(response.status)
  return response.headers.get('etag') ?? hash('sha256', await response.bytes(), 'base64url')
}

async function isCurrent({ reads, madeAt }: Kept, read: typeof fetch): Promise<boolean> {
  if (Date.now() - madeAt > LONGEST) return false
  const isSame = async ({ url, accept, print }: Read) => {
    const response = await read(url, { headers: { accept, 'if-none-match': print } })
    return response.status === 304 || (await printOf(response)) === print
  }
  return (await Promise.all(reads.map(isSame))).every(Boolean)
}
