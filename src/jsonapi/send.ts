import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from '../web/answer.ts'
import type { Document } from './document.ts'
import { MEDIA_TYPE } from './negotiation.ts'

/** Sends a document. A document with a tag is not sent again to a client that has it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag }: Document,
  type = MEDIA_TYPE,
): unknown {
  // As bytes: to a text Fastify would add the parameter charset, which JSON:API forbids.
  return sendAnswer(request, reply, { headers: { 'content-type': type }, tag, body })
}
