import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Document, entityTag, matchesTag } from './document.ts'
import { MEDIA_TYPE } from './negotiation.ts'

/** Sends a document; a single resource gets its tag, and is not repeated to someone who has it. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): unknown {
  const body = JSON.stringify(document)
  reply.header('content-type', MEDIA_TYPE)
  // As bytes: to a text Fastify would add the parameter charset, which JSON:API forbids.
  const bytes = Buffer.from(body)
  if (!isSingle(document)) return reply.send(bytes)
  const tag = entityTag(document, body)
  reply.header('etag', tag)
  const known = request.headers['if-none-match']
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && known !== undefined && matchesTag(known, tag, 'whole')) return reply.code(304).send()
  return reply.send(bytes)
}

function isSingle({ data }: Document): boolean {
  return typeof data === 'object' && data !== null && 'attributes' in data
}
