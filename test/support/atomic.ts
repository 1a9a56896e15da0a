/** Requests by the extension "Atomic Operations". */
import { type Answer, type CalledService, type Caller, type Json, MEDIA_TYPE } from './service.ts'

export const ATOMIC = `${MEDIA_TYPE}; ext="https://jsonapi.org/ext/atomic"`

export function operate(
  service: CalledService,
  as: Caller | undefined,
  operations: Json,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.call('POST', '/v1/operations', {
    as,
    body: { 'atomic:operations': operations },
    headers: { 'content-type': ATOMIC, accept: ATOMIC, ...headers },
  })
}
