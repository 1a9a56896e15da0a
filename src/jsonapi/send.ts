import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Document, matchesTag } from './document.ts'
import { MEDIA_TYPE } from './negotiation.ts'

/** Sends a document. A document with a tag is not sent again to a client that has it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag }: Document,
  type = MEDIA_TYPE,
): unknown {
  reply.header('content-type', type)
  if (tag !== undefined) {
    reply.header('etag', tag)
    const known = request.headers['if-none-match']
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && known !== undefined && matchesTag(known, tag)) return reply.code(304).send()
  }
  // To a text Fastify would add the parameter charset, which JSON:API forbids.
  return reply.send(body)
}
