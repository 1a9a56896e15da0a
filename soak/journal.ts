/** What clients were told: each accepted write with its values, and each write whose answer was lost. */
import type { Answer, Json } from '../test/support/service.ts'

/** What the service derives from other attributes, or writes later than the answer. */
const MADE_LATER = new Set([
  'last-modified-at',
  'chat-room-name',
  'large-image-url',
  'thumbnail-image-url',
  'small-image-url',
  'icon-image-url',
])

/**
 * A record that only one client writes, so that the order of its writes is known. After a lost answer it is not written
 * again: the lost write may still be under way and come after the next one.
 */
export class Kept {
  readonly type: string
  readonly id: string
  readonly event: string
  /** Attributes as they may be: one set of them, or two when the answer to a change was lost. */
  values: Json[]
  /** Ids that each relationship may hold. */
  readonly links = new Map<string, string[][]>()
  fate: 'there' | 'gone' | 'either' = 'there'
  /** Others link to it, so it is not deleted. */
  isLinked = false

  constructor(type: string, id: string, event: string, attributes: Json) {
    this.type = type
    this.id = id
    this.event = event
    this.values = [attributes]
  }

  get isCertain(): boolean {
    return (
      this.fate === 'there' &&
      this.values.length === 1 &&
      [...this.links.values()].every(({ length }) => length === 1)
    )
  }

  /** Undefined when the attributes are as they may be, otherwise what differs. */
  fault(found: Json): string | undefined {
    const faults = this.values.map((expected) => differenceOf(expected, found))
    return faults.some((fault) => fault === undefined) ? undefined : faults[0]
  }
}

function differenceOf(expected: Json, found: Json): string | undefined {
  const names = Object.keys(expected).filter((name) => !MADE_LATER.has(name))
  const name = names.find((one) => JSON.stringify(expected[one]) !== JSON.stringify(found[one]))
  return name && `${name} is ${JSON.stringify(found[name])}, not ${JSON.stringify(expected[name])}`
}

export interface StartedTask {
  url: string
  kind: 'export' | 'import' | 'copy'
}

export interface Redemption {
  codeId: string
  id: string
  quantity: number
}

/** Something known by its e-mail address; certain when its creation was answered. */
export interface Answered {
  email: string
  isCertain: boolean
}

export type Outcome = 'accepted' | 'refused' | 'unavailable' | 'lost'

export class Journal {
  readonly kept: Kept[] = []
  /** Names of records whose creation was not answered. */
  readonly unknown: { type: string; event: string; name: string }[] = []
  /** The titles of sessions that one request without an answer was to add: all are there, or none. */
  readonly batches: { event: string; names: string[] }[] = []
  readonly files: { url: string; digest: string }[] = []
  readonly tasks: StartedTask[] = []
  readonly accounts: Answered[] = []
  readonly invites: Answered[] = []
  readonly redemptions: Redemption[] = []
  /** How many records of each file the archive of each imported event holds, by the name of the event. */
  readonly archives = new Map<string, Record<string, number>>()
  readonly outcomes: Record<Outcome, number> = { accepted: 0, refused: 0, unavailable: 0, lost: 0 }
  readonly refusals = new Map<number, number>()
  readonly writes = { accepted: 0, unknown: 0 }
  /** What is wrong by itself, whatever the audit finds later. */
  readonly findings: string[] = []

  /** Judges the answer (undefined: none came) and counts it. `expected` are refusals that the request may meet. */
  note(request: string, answer: Answer | undefined, expected: readonly number[]): Outcome {
    const outcome = outcomeOf(answer)
    this.outcomes[outcome]++
    if (!request.startsWith('GET ')) {
      if (outcome === 'accepted') this.writes.accepted++
      if (outcome === 'unavailable' || outcome === 'lost') this.writes.unknown++
    }
    if (outcome !== 'refused' && outcome !== 'unavailable') return outcome
    const { status, headers, body } = answer!
    this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1)
    const told = `${request} was answered ${status}`
    if (status !== 503 && !expected.includes(status)) this.findings.push(`${told}: ${JSON.stringify(body)}`)
    if (body?.errors?.[0]?.status !== String(status)) this.findings.push(`${told} without an error document`)
    if (!headers['x-request-id']) this.findings.push(`${told} without a request id`)
    return outcome
  }
}

/** 502 comes from the proxy: a process went away. 503 says that the database or the storage did, maybe after the write. */
function outcomeOf(answer: Answer | undefined): Outcome {
  if (!answer || (answer.status === 502 && !answer.headers['x-request-id'])) return 'lost'
  if (answer.status < 400) return 'accepted'
  return answer.status === 503 ? 'unavailable' : 'refused'
}
