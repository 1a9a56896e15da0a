/** Everything that a call may fail with. Only an aborted call fails with something else: the reason of its signal. */
import { toPlain } from './names.ts'

/** One thing that the service found wrong. */
export interface Fault {
  status: string
  code: string
  title: string
  detail: string
  source: { pointer?: string; parameter?: string; header?: string }
  /** The field of the record that it is about, as it is called here: `startsAt`. */
  field: string | undefined
}

export class PlenumError extends Error {
  override name = 'PlenumError'
}

/** There was no answer, or not all of it. */
export class NetworkError extends PlenumError {
  override name = 'NetworkError'
}

/** There was no answer in time. */
export class TimeoutError extends NetworkError {
  override name = 'TimeoutError'
}

/** The service answered that it does not do what was asked. */
export class RefusedError extends PlenumError {
  override name = 'RefusedError'
  readonly status: number
  readonly faults: Fault[]
  /** The name of the request in the log of the service. */
  readonly requestId: string | undefined
  /** How long to wait before another try, in seconds. */
  readonly retryAfter: number | undefined

  constructor(response: Response, faults: Fault[]) {
    const details = faults.map(({ detail }) => detail).join('; ')
    super(details || `The service returned ${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.faults = faults
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.retryAfter = secondsOf(response.headers.get('retry-after'))
  }
}

/** 401: nobody is logged in, or the log-in has ended. */
export class UnauthorizedError extends RefusedError {
  override name = 'UnauthorizedError'
}

/** 403 */
export class ForbiddenError extends RefusedError {
  override name = 'ForbiddenError'
}

/** 404: there is no such thing, or none that the caller may know of. */
export class NotFoundError extends RefusedError {
  override name = 'NotFoundError'
}

/** 409: taken already. */
export class ConflictError extends RefusedError {
  override name = 'ConflictError'
}

/** 412: somebody else has changed the record since it was read. */
export class ChangedError extends RefusedError {
  override name = 'ChangedError'
}

/** 422: one fault for each field that is not as it should be. */
export class InvalidError extends RefusedError {
  override name = 'InvalidError'
}

/** 429: too many tries; `retryAfter` says how long to wait. */
export class TooManyRequestsError extends RefusedError {
  override name = 'TooManyRequestsError'
}

/** A task has ended badly; the message is what it said. */
export class TaskError extends PlenumError {
  override name = 'TaskError'
  readonly taskUrl: string
  readonly state: string

  constructor(taskUrl: string, state: string, message: string) {
    super(message)
    this.taskUrl = taskUrl
    this.state = state
  }
}

const BY_STATUS = new Map([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [412, ChangedError],
  [422, InvalidError],
  [429, TooManyRequestsError],
])

/** `text` is the body of the answer; what stands between client and service may answer without JSON. */
export function refusal(response: Response, text: string): RefusedError {
  const Class = BY_STATUS.get(response.status) ?? RefusedError
  return new Class(response, readFaults(text))
}

function readFaults(text: string): Fault[] {
  let body: { errors?: Omit<Fault, 'field'>[] } | null
  try {
    body = JSON.parse(text)
  } catch {
    return []
  }
  if (!Array.isArray(body?.errors)) return []
  return body.errors.map((fault) => ({ ...fault, field: fieldOf(fault.source?.pointer) }))
}

function fieldOf(pointer: string | undefined): string | undefined {
  const [, name] = /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '') ?? []
  return name === undefined ? undefined : toPlain(name)
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
