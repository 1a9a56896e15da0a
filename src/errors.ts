/** Every error that a caller can act on. Any other error is a defect and returns 500. */

interface Source {
  pointer?: string
  parameter?: string
  header?: string
}

export interface Fault {
  detail: string
  source: Source
  /** What a profile of JSON:API adds to the fault. */
  links?: { type: string }
  meta?: Record<string, unknown>
}

export class PlenumError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly faults: Fault[]
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    title: string,
    faults: Fault[],
    headers: Record<string, string> = {},
  ) {
    super(faults.map((fault) => fault.detail).join('; '))
    this.name = new.target.name
    this.status = status
    this.code = code
    this.title = title
    this.faults = faults
    this.headers = headers
  }
}

export class BadRequestError extends PlenumError {
  constructor(detail: string, source: Source = {}, more: Pick<Fault, 'links' | 'meta'> = {}) {
    super(400, 'bad-request', 'Bad Request', [{ detail, source, ...more }])
  }
}

export class UnauthorizedError extends PlenumError {
  constructor(detail = 'Log in first: send the header "Authorization: JWT <access token>".') {
    super(401, 'unauthorized', 'Unauthorized', [{ detail, source: {} }], { 'www-authenticate': 'JWT' })
  }
}

/** The detail names the access that is needed. */
export class ForbiddenError extends PlenumError {
  constructor(detail: string) {
    super(403, 'forbidden', 'Access Forbidden', [{ detail, source: {} }])
  }
}

/** A log-in with a provider of accounts that did not succeed. A page shows the text of its code. */
export class ProviderLogInError extends PlenumError {
  constructor(
    status: 400 | 403 | 502,
    reason: 'expired' | 'denied' | 'unverified' | 'closed' | 'failed',
    detail: string,
  ) {
    const titles = { 400: 'Bad Request', 403: 'Access Forbidden', 502: 'Bad Gateway' }
    super(status, `log-in-${reason}`, titles[status], [{ detail, source: {} }])
  }
}

export class NotFoundError extends PlenumError {
  constructor(detail = 'The object was not found.') {
    super(404, 'not-found', 'Not Found', [{ detail, source: {} }])
  }
}

export class MethodNotAllowedError extends PlenumError {
  constructor(method: string, allowed: string[]) {
    const allow = allowed.join(', ')
    const detail = `${method} is not allowed here. Allowed methods: ${allow}.`
    super(405, 'method-not-allowed', 'Method Not Allowed', [{ detail, source: {} }], { allow })
  }
}

export class NotAcceptableError extends PlenumError {
  constructor(detail: string) {
    super(406, 'not-acceptable', 'Not Acceptable', [{ detail, source: { header: 'Accept' } }])
  }
}

export class ConflictError extends PlenumError {
  constructor(detail: string, source: Source = {}, headers: Record<string, string> = {}) {
    super(409, 'conflict', 'Conflict', [{ detail, source }], headers)
  }
}

export class PreconditionError extends PlenumError {
  constructor() {
    const detail = 'The record has changed since you read it. Read it again, then repeat the change.'
    super(412, 'precondition-failed', 'Precondition Failed', [{ detail, source: { header: 'If-Match' } }])
  }
}

export class TooLargeError extends PlenumError {
  constructor(detail: string) {
    super(413, 'too-large', 'Content Too Large', [{ detail, source: {} }])
  }
}

export class UnsupportedTypeError extends PlenumError {
  constructor(detail: string) {
    super(415, 'unsupported-media-type', 'Unsupported Media Type', [
      { detail, source: { header: 'Content-Type' } },
    ])
  }
}

/** One fault for each thing that is wrong with the input. */
export class UnprocessableError extends PlenumError {
  constructor(faults: Fault[]) {
    super(422, 'unprocessable', 'Unprocessable Entity', faults)
  }

  static at(pointer: string, detail: string): UnprocessableError {
    return new UnprocessableError([{ detail, source: { pointer } }])
  }
}

export class TooManyError extends PlenumError {
  constructor(detail: string, retryAfter: number) {
    super(429, 'too-many-requests', 'Too Many Requests', [{ detail, source: {} }], {
      'retry-after': String(retryAfter),
    })
  }
}

export class UnavailableError extends PlenumError {
  constructor(detail: string) {
    super(503, 'unavailable', 'Service Unavailable', [{ detail, source: {} }], { 'retry-after': '5' })
  }
}
