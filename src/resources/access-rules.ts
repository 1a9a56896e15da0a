/** Access that several resources have in common. */
import type { AccessRules } from './declare.ts'

/** Everyone who sees the event sees it; coorganizers manage it. */
export const PART_OF_EVENT = {
  read: 'visible',
  list: 'listed',
  create: 'coorganizer',
  update: 'coorganizer',
  remove: 'coorganizer',
} as const satisfies AccessRules

/** Seen by all, kept by staff. */
export const KEPT_BY_STAFF = {
  read: 'all',
  create: 'staff',
  update: 'staff',
  remove: 'staff',
} as const satisfies AccessRules
