import { catalog } from '../support/catalog.ts'
import { accountRows } from './accounts.ts'
import { eventRows } from './events.ts'
import { fileRows } from './files.ts'
import { frontEndRows } from './front-end.ts'
import { memberRows } from './members.ts'
import { partRows } from './parts.ts'
import type { Rows } from './patterns.ts'
import { rowsOf } from './rights.ts'
import { scheduleRows } from './schedule.ts'
import { ticketRows } from './tickets.ts'
import { topicRows } from './topics.ts'
import { webhookRows } from './webhooks.ts'

/** Every route with the statuses that the contract gives to each kind of caller. What is written by hand goes first. */
export const table: Rows = {
  ...rowsOf(catalog),
  ...accountRows,
  ...topicRows,
  ...eventRows,
  ...partRows,
  ...memberRows,
  ...fileRows,
  ...ticketRows,
  ...frontEndRows,
  ...scheduleRows,
  ...webhookRows,
}
