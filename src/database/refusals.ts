/** The database's refusals as errors that a caller can act on, by the name of the constraint. */
import pg from 'pg'
import { ConflictError, type PlenumError, UnavailableError, UnprocessableError } from '../errors.ts'

const UNIQUE: Record<string, { at: string; detail: string }> = {
  users_email_unique: { at: 'attributes/email', detail: 'This e-mail address is taken.' },
  roles_name_unique: { at: 'attributes/name', detail: 'A role with this name exists.' },
  events_identifier_unique: { at: 'attributes/identifier', detail: 'This identifier is taken; try again.' },
  event_types_slug_unique: { at: 'attributes/name', detail: 'An event type with this name was just made.' },
  event_topics_slug_unique: { at: 'attributes/name', detail: 'An event topic with this name was just made.' },
  event_sub_topics_slug_unique: {
    at: 'attributes/name',
    detail: 'A sub-topic with this name was just made.',
  },
  users_events_roles_unique: {
    at: 'relationships/role',
    detail: 'The user has this role at the event already.',
  },
  role_invites_one_pending: {
    at: 'attributes/email',
    detail: 'An invitation to this role is pending for the address.',
  },
  speakers_calls_one_per_event: {
    at: 'relationships/event',
    detail: 'The event has a speakers call already.',
  },
  event_copyrights_one_per_event: { at: 'relationships/event', detail: 'The event has a copyright already.' },
  tickets_name_unique: { at: 'attributes/name', detail: 'The event has a ticket with this name already.' },
  ticket_tags_name_unique: { at: 'attributes/name', detail: 'The event has a tag with this name already.' },
  discount_codes_code_unique: { at: 'attributes/code', detail: 'The event has this discount code already.' },
  discount_codes_one_event_level: {
    at: 'relationships/event',
    detail: 'The event has an event-level discount code already.',
  },
  access_codes_code_unique: { at: 'attributes/code', detail: 'The event has this access code already.' },
  payment_authorizations_one_per_event: {
    at: 'relationships/event',
    detail: 'The event has a payment authorization already.',
  },
}

const CHECKS: Record<string, { at: string; detail: string }> = {
  events_ends_after_start: { at: 'attributes/ends-at', detail: 'ends-at must be after starts-at' },
  sessions_ends_not_before_start: {
    at: 'attributes/ends-at',
    detail: 'ends-at must not be before starts-at',
  },
  speakers_calls_ends_after_start: { at: 'attributes/ends-at', detail: 'ends-at must be after starts-at' },
  // Requests that change the two sides of a rule at the same moment meet here.
  tickets_max_order_not_below_min: {
    at: 'attributes/max-order',
    detail: 'max-order should be greater than or equal to min-order',
  },
  tickets_quantity_covers_orders: {
    at: 'attributes/quantity',
    detail: 'quantity should be greater than or equal to min-order and max-order',
  },
  tickets_sales_end_after_start: {
    at: 'attributes/sales-ends-at',
    detail: 'sales-ends-at must be after sales-starts-at',
  },
  discount_codes_value_in_range: {
    at: 'attributes/value',
    detail: 'value must be between 0 and 100 for a percent code',
  },
  discount_codes_min_below_max: {
    at: 'attributes/min-quantity',
    detail: 'min-quantity must be smaller than max-quantity',
  },
  discount_codes_number_covers_max: {
    at: 'attributes/tickets-number',
    detail: 'tickets-number should be greater than or equal to max-quantity',
  },
  discount_codes_not_overused: {
    at: 'attributes/tickets-number',
    detail: 'tickets-number must not be below the uses that are taken already',
  },
  discount_codes_ends_after_start: {
    at: 'attributes/valid-till',
    detail: 'valid-till must be after valid-from',
  },
  access_codes_min_not_above_max: {
    at: 'attributes/min-quantity',
    detail: 'min-quantity must not be above max-quantity',
  },
  access_codes_number_covers_max: {
    at: 'attributes/tickets-number',
    detail: 'tickets-number should be greater than or equal to max-quantity',
  },
  access_codes_ends_after_start: {
    at: 'attributes/valid-till',
    detail: 'valid-till must be after valid-from',
  },
}

export const TRANSLATED = new Set([...Object.keys(UNIQUE), ...Object.keys(CHECKS)])

/** Undefined when the failure is no refusal of what was sent: then it is a defect. */
export function refusalOf(error: unknown): PlenumError | undefined {
  if (!(error instanceof pg.DatabaseError)) return connectionFault(error)
  const { code, constraint = '' } = error
  const unique = code === '23505' && UNIQUE[constraint]
  if (unique) return new ConflictError(unique.detail, { pointer: `/data/${unique.at}` })
  const check = code === '23514' && CHECKS[constraint]
  if (check) return UnprocessableError.at(`/data/${check.at}`, check.detail)
  if (code === '23503')
    return new ConflictError('A record that this refers to, or that refers to this, stands in the way.')
  if (code === '57014')
    return new UnavailableError(
      'This took too long and was stopped. Ask for less: fewer conditions, fewer includes, a smaller page; or try again.',
    )
  return code && OUT_OF_REACH.test(code) ? busy() : undefined
}

/** A deadlock, a lock that took too long, a shutdown, no room, a failing disk; no connection, no log-in, no database. */
const OUT_OF_REACH = /^(40P01|55P03|57P|53|58|08|28|3D)/

/** What the library says of a server that does not answer. */
export const READ_TIMEOUT = 'Query read timeout'

const CONNECTION_FAULTS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

function connectionFault(error: unknown): PlenumError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  const isLost =
    error.message === READ_TIMEOUT ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  const isDatabase =
    code !== undefined &&
    CONNECTION_FAULTS.has(code) &&
    /connect|read|write/.test((error as NodeJS.ErrnoException).syscall ?? '')
  return isLost || isDatabase ? busy() : undefined
}

function busy(): PlenumError {
  return new UnavailableError('The service is busy or its database is out of reach; try again soon.')
}
