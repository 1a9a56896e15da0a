/**
 * The answers to strangers, who all get the same: each is made once, kept for at most a second, and dropped by every write of
 * what strangers may see. docs/decisions/0038-answers-to-strangers-are-kept.md explains why this is right.
 */
import { Recent } from '../database/recent.ts'

/** One answer may take this part of the whole. */
const PART = 8
/** About what an answer takes beside its bytes. */
const OVERHEAD = 1_024

export interface Answer {
  headers: Record<string, string>
  tag?: string | undefined
  /** A function makes it only when it is sent. */
  body: Buffer | (() => Promise<Buffer>)
}

interface Kept {
  answer: Answer
  until: number
}

/** Makes an answer that others wait for. */
export interface Maker {
  /** Once; without an answer there is nothing to keep. */
  end(answer?: Answer): void
}

export class KeptReads {
  readonly counts = { hits: 0, misses: 0, drops: 0 }
  private readonly most: number
  /** No answer is older (in ms), also when a notice of a write is lost and when the answer depends on the clock. */
  private readonly longest: number
  private readonly now: () => number
  private kept: Recent<Kept>
  private making = new Map<string, Promise<Answer | undefined>>()

  /** 0 bytes: nothing is kept. */
  constructor(most: number, longest: number, now = () => performance.now()) {
    this.most = most
    this.longest = longest
    this.now = now
    this.kept = new Recent(most)
  }

  get isOn(): boolean {
    return this.most > 0
  }

  get bytes(): number {
    return this.kept.length
  }

  get(key: string): Answer | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    if (found.until <= this.now()) {
      this.kept.delete(key)
      return undefined
    }
    this.counts.hits++
    return found.answer
  }

  /** The answer that another request is making, or else the one who is to make it. */
  async make(key: string): Promise<Answer | Maker> {
    const running = this.making.get(key)
    // Without a pause when there is none, so that nobody else begins.
    const answer = running && (await running)
    if (answer) {
      this.counts.hits++
      return answer
    }
    this.counts.misses++
    return this.begin(key)
  }

  /** Called after a write is done and before its answer is sent: nothing that was read until now is used any more. */
  drop(): void {
    this.counts.drops++
    this.kept = new Recent(this.most)
    this.making = new Map()
  }

  private begin(key: string): Maker {
    const { kept, making } = this
    const until = this.now() + this.longest
    const made = Promise.withResolvers<Answer | undefined>()
    making.set(key, made.promise)
    return {
      end: (answer) => {
        if (making.get(key) === made.promise) making.delete(key)
        // What was dropped meanwhile is not filled again: it belongs to the time before the write.
        const length = answer && key.length + sizeOf(answer) + OVERHEAD
        if (answer && length! <= this.most / PART) kept.set(key, { answer, until }, length)
        made.resolve(answer)
      },
    }
  }
}

/** What is made when it is asked for is kept by those who make it. */
function sizeOf({ body }: Answer): number {
  return typeof body === 'function' ? 0 : body.length
}
