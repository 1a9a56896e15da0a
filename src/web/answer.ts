/** A whole answer to a read: with the tag of its bytes, it is not sent again to a client that has it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from './guard.ts'
import type { Answer, Maker } from './kept-reads.ts'

const makers = new WeakMap<FastifyRequest, Maker>()

/** The answer to this request is one that others wait for. */
export function setMaker(request: FastifyRequest, maker: Maker): void {
  makers.set(request, maker)
}

/** The request is over. What is not an answer, or is for someone who is known, is never kept. */
export function endMaking(request: FastifyRequest, answer?: Answer): void {
  makers.get(request)?.end(callerOf(request) ? undefined : answer)
  makers.delete(request)
}

export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  endMaking(request, answer)
  const { headers, tag, body } = answer
  reply.headers(headers)
  if (tag !== undefined) {
    reply.header('etag', tag)
    if (hasTag(request, tag)) return reply.code(304).send()
  }
  return reply.send(typeof body === 'function' ? await body() : body)
}

/** The client has what it reads. */
function hasTag({ method, headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && known !== undefined && matchesTag(known, tag)
}

/** Whether a list of tags, or `*`, names the tag. A read may send weak ones. */
export function matchesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some((one) => one.replace(/^W\//, '') === tag)
}

export function tagsOf(header: string): string[] {
  return header.split(',').map((one) => one.trim())
}
