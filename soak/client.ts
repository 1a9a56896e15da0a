/** A user who calls the service, notes what it answers, and logs in again when a token no longer holds. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD } from '../test/support/people.ts'
import { type Answer, type Caller, type Json, MEDIA_TYPE } from '../test/support/service.ts'
import type { Dice } from './dice.ts'
import type { Journal, Outcome } from './journal.ts'

/** Longer than any answer may take (in ms). */
const PATIENCE = 60_000
const LOG_INS = 5

export interface Told {
  outcome: Outcome
  body: Json
}

export interface Ask {
  body?: Json
  /** Sent as it is, with headers that say what it is. */
  form?: { headers: Record<string, string>; payload: Buffer }
  headers?: Record<string, string>
  /** Refusals that are right. */
  expected?: readonly number[]
}

export class Client {
  readonly name: string
  readonly url: string
  readonly journal: Journal
  readonly dice: Dice
  readonly caller: Caller
  private count = 0

  constructor(url: string, journal: Journal, dice: Dice, caller: Caller) {
    this.url = url
    this.journal = journal
    this.dice = dice
    this.caller = caller
    this.name = caller.email.split('@')[0]!
  }

  /** A name that nothing else has. */
  unique(what: string): string {
    return `${what} ${++this.count} of ${this.name}`
  }

  async ask(method: string, path: string, { body, form, headers, expected = [] }: Ask = {}): Promise<Told> {
    for (let tries = 1; ; tries++) {
      const answer = await this.send(method, path, {
        headers: {
          authorization: `JWT ${this.caller.token}`,
          ...(body && { 'content-type': MEDIA_TYPE }),
          ...form?.headers,
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(form && { body: new Uint8Array(form.payload) }),
      })
      // A machine with a wrong clock takes tokens of the others for expired or not yet valid.
      const outcome = this.journal.note(`${method} ${path}`, answer, [401, ...expected])
      if (answer?.status !== 401 || tries > LOG_INS) return { outcome, body: answer?.body }
      await this.logIn()
    }
  }

  async logIn(): Promise<void> {
    const body = JSON.stringify({ email: this.caller.email, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const answer = await this.send('POST', '/v1/auth/login', { headers, body })
    const outcome = this.journal.note('POST /v1/auth/login', answer, [])
    if (outcome === 'accepted') this.caller.token = answer!.body.access_token
    else await delay(500)
  }

  /** The digest of a file, or undefined when it did not come whole. */
  async digestAt(url: string): Promise<string | undefined> {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined)
    if (!answer?.ok) return undefined
    const bytes = await answer.arrayBuffer().catch(() => undefined)
    return bytes && digestOf(Buffer.from(bytes))
  }

  /** Undefined when no answer came, or not the whole of it. */
  private async send(method: string, path: string, request: RequestInit): Promise<Answer | undefined> {
    try {
      const signal = AbortSignal.timeout(PATIENCE)
      const response = await fetch(this.url + path, { ...request, method, signal })
      const text = await response.text()
      const isJson = /json/.test(String(response.headers.get('content-type')))
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: isJson && text !== '' ? JSON.parse(text) : text }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        this.journal.findings.push(`${method} ${path} was not answered within ${PATIENCE / 1000} seconds`)
      return undefined
    }
  }
}

export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
