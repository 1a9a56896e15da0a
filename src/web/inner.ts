/** Requests that the service makes to itself, to fill a page. They are part of a request that is counted and logged already. */
import type { FastifyRequest } from 'fastify'

/** No connection has such an address, and what proxies say about addresses is not looked at. */
export const INNER_ADDRESS = 'inner'

export function isInner({ raw }: FastifyRequest): boolean {
  return raw.socket.remoteAddress === INNER_ADDRESS
}
