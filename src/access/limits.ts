/** All limits on guessing and on sending mails. docs/administration.md lists them too. */
import type { Limit } from './rate-limit.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What is counted: at most `most` in a window of this many seconds. */
export const LIMITS = {
  // Wrong passwords. Those from elsewhere must not lock the owner out, so an account alone has room for many.
  'password of an account from a network': { most: 10, window: 5 * MINUTE },
  'password of an account': { most: 100, window: 15 * MINUTE },
  'password from a network': { most: 100, window: 5 * MINUTE },
  // A state is used once; the window is longer than its life.
  'return from a provider with one state': { most: 1, window: 15 * MINUTE },
  // Codes that are not there or not valid.
  'code of an event from a network': { most: 30, window: MINUTE },
  'code of an event': { most: 1_000, window: 10 * MINUTE },
  'address looked up from a network': { most: 100, window: MINUTE },
  'invitation looked up from a network': { most: 30, window: MINUTE },
  // Mails to an address that no user has confirmed.
  'sign-up from a network': { most: 1_000, window: HOUR },
  'account mail from a network': { most: 500, window: HOUR },
  'account mail to an address from a network': { most: 5, window: HOUR },
  'account mail to an address': { most: 20, window: HOUR },
  'invitation by a user': { most: 500, window: HOUR },
  'invitation from a network': { most: 1_000, window: HOUR },
  'invitation to an address': { most: 100, window: HOUR },
  // Mails about sessions, caused by the users who propose or review them.
  'session mail by a user': { most: 1_000, window: HOUR },
  'session mail by a user to an address': { most: 100, window: HOUR },
  // Texts of organizers to addresses that they entered. Whoever has submitted something expects their mails.
  'own words by a user to people who have not taken part': { most: 200, window: DAY },
  // Mails of a release; a large conference has some thousand speakers.
  'release mail by a user': { most: 10_000, window: HOUR },
} as const satisfies Record<string, Omit<Limit, 'key'>>

/** A limit for these: an account, an address, a network. */
export function limit(name: keyof typeof LIMITS, ...of: string[]): Limit {
  // No real address is longer.
  return { ...LIMITS[name], key: [name, ...of.map((one) => one.slice(0, 254))].join(': ') }
}

/** For a mail about an account, asked for from this network. */
export function accountMailLimits(network: string, address: string): Limit[] {
  return [
    limit('account mail from a network', network),
    limit('account mail to an address from a network', network, address),
    limit('account mail to an address', address),
  ]
}
