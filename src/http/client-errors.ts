import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { PlenumError } from '../errors.ts'
import { toAnswer } from '../jsonapi/errors.ts'
import { MEDIA_TYPE } from '../jsonapi/negotiation.ts'
import { EVERY_ANSWER } from './answer-headers.ts'

/** Responds to bytes that are not an HTTP request, in the shape of all errors. No route and no hook sees them. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  log: FastifyBaseLogger,
): void {
  // A client that is gone reads no response.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = toAnswer(toFault(error.code), log)
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = {
    'content-type': MEDIA_TYPE,
    'content-length': bytes.length,
    connection: 'close',
    'cache-control': 'no-store',
    ...EVERY_ANSWER,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${toFault(error.code).title}\r\n${lines.join('')}\r\n`
  socket.end(Buffer.concat([Buffer.from(head), bytes]))
}

function toFault(code: string | undefined): PlenumError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(
        431,
        'headers-too-large',
        'Request Header Fields Too Large',
        'The request headers are too large.',
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'timeout', 'Request Timeout', 'The request took too long to arrive.')
    default:
      return refusal(400, 'bad-request', 'Bad Request', 'The request is malformed.')
  }
}

function refusal(status: number, code: string, title: string, detail: string): PlenumError {
  return new PlenumError(status, code, title, [{ detail, source: {} }])
}
