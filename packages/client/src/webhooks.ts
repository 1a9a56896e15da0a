/** Messages of webhooks, checked as Standard Webhooks says. */
import { type Document, toRecords } from './document.ts'
import { PlenumError } from './errors.ts'
import type { RecordOf, Type } from './records.ts'

/** A message of one type of record; `type` tells which. */
export type WebhookMessage = {
  [T in Type]: {
    /** The same when the message is sent again. */
    id: string
    /** Such as `session.updated`. */
    name: string
    /** When the change was made. */
    at: string
    eventId: string
    type: T
    /** As the change left it; of a deleted one, its last state. */
    record: RecordOf<T>
  }
}[Type]

/** The message is not from the service, was changed on its way, or is old. */
export class WebhookError extends PlenumError {
  override name = 'WebhookError'
}

type HeaderList = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface SentWebhook {
  headers: HeaderList
  /** The text as it came: parsed and printed again, it is another. */
  body: string
}

/** How old a message may be (in seconds). */
const TOLERANCE = 5 * 60

/** Returns what the message says, or throws a `WebhookError`. While a secret is being replaced, pass both. */
export async function verifyWebhook(
  { headers, body }: SentWebhook,
  secret: string | readonly string[],
): Promise<WebhookMessage> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !time || !signatures) throw new WebhookError('The headers of a webhook are missing.')
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE))
    throw new WebhookError('The message is too old or from the future.')
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  for (const one of [secret].flat())
    if (await isSigned(one, signatures, signed)) return readMessage(id, JSON.parse(body))
  throw new WebhookError('The signature is wrong.')
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [found] = Object.entries(headers).filter(([one]) => one.toLowerCase() === name)
  return found?.[1]?.toString()
}

async function isSigned(
  secret: string,
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const way = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), way, false, [
    'verify',
  ])
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',')
    if (version !== 'v1' || !/^[\w+/]+=*$/.test(text)) continue
    // Takes the same time whatever is wrong.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(text), signed)) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    throw new WebhookError('The secret or the signature is not in base64.')
  }
}

type WebhookDocument = Document & { meta: { type: string; timestamp: string; event: string } }

function readMessage(id: string, document: WebhookDocument): WebhookMessage {
  const { type: name, timestamp: at, event: eventId } = document.meta
  const [record] = toRecords(document, {})
  const { type } = [document.data ?? []].flat()[0]!
  return { id, name, at, eventId, type, record } as WebhookMessage
}
