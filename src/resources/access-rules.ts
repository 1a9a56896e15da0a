/** Access that several resources have in common. */
import type { AccessRules } from './declare.ts'

/** Seen by whoever sees the event, kept by its coorganizers. */
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
