import { accountRows } from './accounts.ts'
import { eventRows } from './events.ts'
import { fileRows } from './files.ts'
import { frontEndRows } from './front-end.ts'
import { memberRows } from './members.ts'
import { partRows } from './parts.ts'
import type { Rows } from './patterns.ts'
import { ticketRows } from './tickets.ts'
import { topicRows } from './topics.ts'

/** Every route with the statuses that the contract gives to each kind of caller. */
export const table: Rows = {
  ...accountRows,
  ...topicRows,
  ...eventRows,
  ...partRows,
  ...memberRows,
  ...fileRows,
  ...ticketRows,
  ...frontEndRows,
}
