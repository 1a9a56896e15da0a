/** What a payment provider does for an event: turns the organizer's code into access, and takes that back. */

export interface Grant {
  /** Shown to clients; null when the provider has none. */
  publishableKey: string | null
  /** Never shown, and kept encrypted. */
  secrets: Readonly<Record<string, string>>
}

export interface PaymentProvider {
  name: string
  /** The publishable key is the one that is sent; otherwise it comes with the grant. */
  takesKey: boolean
  /** Throws an error for the caller if the provider refuses the code or is unreachable. */
  exchange(code: string): Promise<Grant>
  /** Throws when the provider does not confirm it. */
  revoke(secrets: Grant['secrets']): Promise<void>
}

/** Without a configured provider nothing is exchanged: what is sent is kept. */
export const manualProvider: PaymentProvider = {
  name: 'manual',
  takesKey: true,
  exchange: async (code) => ({ publishableKey: null, secrets: { auth_code: code } }),
  revoke: async () => {},
}
