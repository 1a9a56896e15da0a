/** The tokens of a log-in, kept in memory. */
export interface Tokens {
  access: string
  /** Gets new access tokens. Without it the log-in ends with its access token. */
  refresh?: string | undefined
}

export interface TokenOptions {
  /** An API token, which takes the place of a log-in. */
  token?: string | undefined
  /** Tokens of an earlier log-in. */
  tokens?: Tokens | undefined
  /** Told of new tokens, and of none after a log-out; for keeping them elsewhere. */
  onTokens?: (tokens: Tokens | undefined) => void
  /**
   * For pages of the service's own origin: the refresh token stays in a cookie that no script can read, and `resume`
   * takes the log-in up again when the page is loaded anew.
   */
  cookies?: boolean
}

export class TokenStore {
  #tokens: Tokens | undefined
  #renewal: Promise<boolean> | undefined
  readonly #onTokens: ((tokens: Tokens | undefined) => void) | undefined
  readonly #inCookie: boolean
  readonly #refresh: (refreshToken: string | undefined) => Promise<string | undefined>

  /** `refresh` answers a new access token, or undefined when the log-in has ended. */
  constructor(
    { token, tokens, onTokens, cookies = false }: TokenOptions,
    refresh: (refreshToken: string | undefined) => Promise<string | undefined>,
  ) {
    this.#tokens = token === undefined ? tokens : { access: token }
    this.#onTokens = onTokens
    this.#inCookie = cookies
    this.#refresh = refresh
  }

  get access(): string | undefined {
    return this.#tokens?.access
  }

  get inCookie(): boolean {
    return this.#inCookie
  }

  keep(tokens: Tokens | undefined): void {
    this.#tokens = tokens
    this.#onTokens?.(tokens)
  }

  /** Whether there is another access token than the one that was refused. Calls that fail together share one renewal. */
  async renew(refused: string | undefined): Promise<boolean> {
    if (this.access !== refused) return this.#tokens !== undefined
    if (!this.#tokens?.refresh && !this.#inCookie) return false
    this.#renewal ??= this.#renewOnce(this.#tokens).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renewOnce(before: Tokens | undefined): Promise<boolean> {
    const access = await this.#refresh(before?.refresh)
    // Somebody logged in or out meanwhile.
    if (this.#tokens !== before) return this.#tokens !== undefined
    this.keep(access === undefined ? undefined : { ...before, access })
    return access !== undefined
  }
}
