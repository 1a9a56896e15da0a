/** One request to a receiver, signed by Standard Webhooks. */
import { Webhook } from 'standardwebhooks'
import { FetchError, safeRequest } from '../files/safe-fetch.ts'
import { MEDIA_TYPE } from '../jsonapi/negotiation.ts'

export interface Message {
  id: string
  url: string
  document: string
  /** All of them sign, so that a receiver may know any. */
  secrets: readonly string[]
}

interface AttemptOptions {
  /** Hosts with port that are allowed with any address. */
  allow: string[]
  allowsHttp: boolean
  /** Breaks it off. */
  signal: AbortSignal
  /** For all of it (in ms): the name, the connection, the request, the response. */
  longest?: number
}

/** What came of it. Without an error the receiver has taken the message. */
export interface Outcome {
  status: number | null
  text: string | null
  error: string | null
}

export const LONGEST = 10_000
/** Of the response (in bytes). */
const READ = 4_096
/** Of the response that is kept (in characters). */
const KEPT = 1_000

export async function attempt(message: Message, options: AttemptOptions): Promise<Outcome> {
  const url = new URL(message.url)
  if (url.protocol === 'http:' && !options.allowsHttp)
    return failure('The address starts with http, which this service no longer allows.')
  const { longest = LONGEST } = options
  const deadline = AbortSignal.timeout(longest)
  const signal = AbortSignal.any([deadline, options.signal])
  const body = Buffer.from(message.document)
  try {
    const post = { headers: headersOf(message, body), body }
    const response = await safeRequest(url, { allow: options.allow, silence: longest, signal, post })
    const status = response.statusCode ?? 0
    return { status, text: await startOf(response), error: faultOf(status) }
  } catch (error) {
    if (deadline.aborted) return failure(`The receiver did not respond within ${longest / 1000} seconds.`)
    if (error instanceof FetchError) return failure(error.message)
    throw error
  }
}

function failure(error: string): Outcome {
  return { status: null, text: null, error }
}

function headersOf({ id, document, secrets }: Message, body: Buffer): Record<string, string> {
  const now = new Date()
  return {
    'content-type': MEDIA_TYPE,
    'content-length': String(body.length),
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, document)).join(' '),
  }
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : ''
  return `The receiver returned ${status}.${redirect}`
}

/** The status is known, so it does not matter how the rest ends. */
async function startOf(response: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= READ) break
    }
  } catch {
    // The receiver, or the deadline, broke it off.
  }
  response.destroy()
  const text = Buffer.concat(chunks).subarray(0, READ).toString().replaceAll('\0', '')
  return text.slice(0, KEPT).toWellFormed()
}
