/** The tokens of a log-in, kept in memory. */
export interface Tokens {
  access: string
  /** Gets new access tokens. Without it the log-in ends with its access token. */
  refresh?: string | undefined
}

export class TokenStore {
  #tokens: Tokens | undefined
  #renewal: Promise<boolean> | undefined
  readonly #onTokens: ((tokens: Tokens | undefined) => void) | undefined
  readonly #refresh: (refreshToken: string) => Promise<string | undefined>

  /** `refresh` answers a new access token, or undefined when the log-in has ended. */
  constructor(
    tokens: Tokens | undefined,
    onTokens: ((tokens: Tokens | undefined) => void) | undefined,
    refresh: (refreshToken: string) => Promise<string | undefined>,
  ) {
    this.#tokens = tokens
    this.#onTokens = onTokens
    this.#refresh = refresh
  }

  get access(): string | undefined {
    return this.#tokens?.access
  }

  keep(tokens: Tokens | undefined): void {
    this.#tokens = tokens
    this.#onTokens?.(tokens)
  }

  /** Whether there is another access token than the one that was refused. Calls that fail together share one renewal. */
  async renew(refused: string): Promise<boolean> {
    if (this.#tokens?.access !== refused) return this.#tokens !== undefined
    if (!this.#tokens.refresh) return false
    this.#renewal ??= this.#renewOnce(this.#tokens.refresh).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renewOnce(refresh: string): Promise<boolean> {
    const access = await this.#refresh(refresh)
    // Somebody logged in or out meanwhile.
    if (this.#tokens?.refresh !== refresh) return this.#tokens !== undefined
    this.keep(access === undefined ? undefined : { access, refresh })
    return access !== undefined
  }
}
