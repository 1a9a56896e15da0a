/** The order in which the API reference presents the resources: first what an event is made of, then who works on it. */
const ORDER = [
  'event',
  'session',
  'speaker',
  'track',
  'session-type',
  'microlocation',
  'speakers-call',
  'custom-form',
  'custom-form-option',
  'sponsor',
  'social-link',
  'event-copyright',
  'ticket',
  'ticket-tag',
  'discount-code',
  'discount-redemption',
  'access-code',
  'payment-authorization',
  'role-invite',
  'users-events-roles',
  'user',
]

/** Types that are not named above come after the others, in the order of their declaration. */
export function inReadingOrder(types: string[]): string[] {
  const placeOf = (type: string) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length)
  return types.toSorted((a, b) => placeOf(a) - placeOf(b))
}
