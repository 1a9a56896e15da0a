/** Requests: tokens, time limits, repeated tries, and errors in place of bad answers. */
import {
  NetworkError,
  PlenumError,
  RefusedError,
  refusal,
  TimeoutError,
  UnauthorizedError,
} from './errors.ts'
import type { CallOptions } from './query.ts'
import { type TokenOptions, TokenStore } from './tokens.ts'
import { wait } from './wait.ts'

export interface HttpOptions extends TokenOptions {
  /** How long to wait for an answer, in ms: 30,000 unless said. Uploads and downloads may take longer. */
  timeout?: number
  /** How often a read or a POST is tried again after 429, 503 or a broken connection: 2 unless said. */
  retries?: number
  /** The longest wait before such a try, in ms: 30,000 unless said. */
  longestWait?: number
  fetch?: typeof fetch
}

export interface Call extends CallOptions {
  query?: URLSearchParams | undefined
  /** A form, or anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Without the token: one that has ended would be refused here too. */
  anonymous?: boolean
}

const MEDIA_TYPE = 'application/vnd.api+json'
const FIRST_WAIT = 250

export class Http {
  readonly tokens: TokenStore
  readonly #address: string
  readonly #fetch: typeof fetch
  readonly #timeout: number
  readonly #retries: number
  readonly #longestWait: number

  constructor(address: string, options: HttpOptions) {
    this.#address = address.replace(/\/+$/, '')
    // Browsers refuse to call it as a method of another object.
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
    this.#timeout = options.timeout ?? 30_000
    this.#retries = options.retries ?? 2
    this.#longestWait = options.longestWait ?? 30_000
    this.tokens = new TokenStore(options, (refresh) => this.#refresh(refresh))
  }

  /** The answer as JSON; undefined when it is empty. */
  async json<T>(method: string, path: string, call: Call = {}): Promise<T> {
    return (await this.document<T>(method, path, call)).body
  }

  async document<T>(method: string, path: string, given: Call = {}): Promise<{ body: T; headers: Headers }> {
    const call = method === 'POST' ? { ...given, headers: withKey(given.headers) } : given
    return this.#retrying(method, call, async () => {
      const limited = this.#limit(call)
      const response = await this.#authorized(method, path, call, limited)
      const text = await limited.read(() => response.text())
      return { body: (text === '' ? undefined : parse(text)) as T, headers: response.headers }
    })
  }

  /** An answer whose body is read by the caller, however long that takes. */
  stream(path: string, accept: string, signal: AbortSignal | undefined): Promise<Response> {
    return this.#authorized('GET', path, { headers: { accept } }, this.#limit({ signal, timeout: 0 }))
  }

  /** What another address has, which must not see the token. */
  async fetchElsewhere(url: string, signal: AbortSignal | undefined): Promise<Response> {
    const limited = this.#limit({ signal, timeout: 0 })
    return demandGood(await limited.read(() => this.#fetch(url, { signal: limited.signal ?? null })), limited)
  }

  async #authorized(method: string, path: string, call: Call, limited: Limited): Promise<Response> {
    const token = call.anonymous ? undefined : this.tokens.access
    const first = await this.#send(method, path, call, limited, token)
    const isRenewed = first.status === 401 && token !== undefined && (await this.tokens.renew(token))
    if (!isRenewed) return demandGood(first, limited)
    await first.body?.cancel()
    return demandGood(await this.#send(method, path, call, limited, this.tokens.access), limited)
  }

  #send(method: string, path: string, call: Call, limited: Limited, token?: string): Promise<Response> {
    const { query, body, headers } = call
    const isForm = body instanceof FormData
    const words = query?.size ? `${path.includes('?') ? '&' : '?'}${query}` : ''
    const request: RequestInit = {
      method,
      headers: {
        accept: MEDIA_TYPE,
        ...(body !== undefined && !isForm && { 'content-type': MEDIA_TYPE }),
        ...(token && { authorization: `JWT ${token}` }),
        ...headers,
      },
      signal: limited.signal ?? null,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    }
    return limited.read(() => this.#fetch(this.#address + path + words, request))
  }

  /** Without a token it is in the cookie, and the value of the other cookie shows that a page of this origin asks. */
  async #refresh(refreshToken: string | undefined): Promise<string | undefined> {
    const limited = this.#limit({})
    const call = refreshToken ? {} : { headers: { 'x-csrf-token': cookieOf('csrf_refresh_token') } }
    const response = await this.#send('POST', '/v1/auth/token/refresh', call, limited, refreshToken)
    try {
      const answer = await demandGood(response, limited)
      return ((await limited.read(() => answer.json())) as { access_token: string }).access_token
    } catch (error) {
      if (error instanceof UnauthorizedError) return undefined
      throw error
    }
  }

  /** Reads, and what has a key by which the service knows that it is repeated. Other writes might happen twice. */
  async #retrying<T>(method: string, { signal }: Call, attempt: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        const isSafe = method === 'GET' || method === 'POST'
        const pause = isSafe && tries < this.#retries ? pauseAfter(error, tries) : undefined
        if (pause === undefined || pause > this.#longestWait) throw error
        await wait(pause, signal)
      }
    }
  }

  #limit({ signal, timeout }: CallOptions): Limited {
    return new Limited(signal, timeout ?? this.#timeout)
  }
}

/** How long to wait before the next try, in ms; undefined when there is no use in one. */
export function pauseAfter(error: unknown, tries: number): number | undefined {
  const usual = FIRST_WAIT * 2 ** tries
  if (error instanceof TimeoutError) return undefined
  if (error instanceof NetworkError) return usual
  if (!(error instanceof RefusedError)) return undefined
  // A conflict with a time to wait: the first try still runs.
  const isBusy = [429, 503].includes(error.status) || (error.status === 409 && error.retryAfter !== undefined)
  if (!isBusy) return undefined
  return error.retryAfter === undefined ? usual : error.retryAfter * 1_000
}

function withKey(headers: Record<string, string> = {}): Record<string, string> {
  return { 'idempotency-key': crypto.randomUUID(), ...headers }
}

/** A call with a time limit and a signal, and its failures told apart. */
class Limited {
  readonly signal: AbortSignal | undefined
  readonly #given: AbortSignal | undefined
  readonly #limit: AbortSignal | undefined

  constructor(given: AbortSignal | undefined, timeout: number) {
    this.#given = given
    this.#limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined
    const signals = [this.#given, this.#limit].filter((one) => one !== undefined)
    this.signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0]
  }

  async read<T>(use: () => Promise<T>): Promise<T> {
    try {
      return await use()
    } catch (cause) {
      this.#given?.throwIfAborted()
      if (this.#limit?.aborted) throw new TimeoutError('The service did not answer in time.', { cause })
      throw new NetworkError('The service cannot be reached, or the connection was lost.', { cause })
    }
  }
}

async function demandGood(response: Response, limited: Limited): Promise<Response> {
  if (response.ok) return response
  throw refusal(response, await limited.read(() => response.text()))
}

function cookieOf(name: string): string {
  const { document } = globalThis as { document?: { cookie: string } }
  const pairs = (document?.cookie ?? '').split('; ').map((pair) => pair.split('='))
  return pairs.find(([key]) => key === name)?.[1] ?? ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PlenumError('The answer is not JSON: is this the address of the service?', { cause })
  }
}
