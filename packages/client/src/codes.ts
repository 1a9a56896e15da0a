/** Codes as buyers use them. */
import { type Document, idOf, type Resource, toAttributes, toLinkage, toRecords } from './document.ts'
import type { Http } from './http.ts'
import type { CallOptions } from './query.ts'
import type { RecordOf } from './records.ts'
import type { Link, Resources } from './schema.ts'

type CodeType = 'discount-code' | 'access-code'

/** A code that is valid now, with the tickets that it is for. Buyers see no more of it. */
export type ValidCode<T extends CodeType> = { id: string } & Resources[T]['attributes'] & {
    tickets: ({ id: string } & Resources['ticket']['attributes'])[]
  }

export interface Redemption {
  quantity: number
  /** Only these tickets; all that the code is for unless said. */
  tickets?: readonly Link[]
}

export interface RedeemOptions extends CallOptions {
  /** Any text. A call that is repeated with the same one takes nothing again. */
  idempotencyKey?: string
}

export async function findCode<T extends CodeType>(
  http: Http,
  type: T,
  event: Link,
  code: string,
  options: CallOptions,
): Promise<ValidCode<T>> {
  const { data, included = [] } = await http.json<Document>('GET', pathOf(event, type, code), options)
  const tickets = included.map(toAttributes)
  return { ...toAttributes(data as Resource), tickets } as unknown as ValidCode<T>
}

export async function redeem(
  http: Http,
  event: Link,
  code: string,
  { quantity, tickets }: Redemption,
  { idempotencyKey, ...options }: RedeemOptions,
): Promise<RecordOf<'discount-redemption'>> {
  const relationships = tickets && { tickets: { data: toLinkage('ticket', tickets) } }
  const body = { data: { type: 'discount-redemption', attributes: { quantity }, relationships } }
  const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}
  const path = `${pathOf(event, 'discount-code', code)}/redemptions`
  const document = await http.json<Document>('POST', path, { ...options, body, headers })
  return toRecords(document, {})[0] as unknown as RecordOf<'discount-redemption'>
}

function pathOf(event: Link, type: CodeType, code: string): string {
  return `/v1/events/${encodeURIComponent(idOf(event))}/${type}s/${encodeURIComponent(code)}`
}
