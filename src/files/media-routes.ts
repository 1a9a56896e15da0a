import type { FastifyInstance } from 'fastify'
import { NotFoundError } from '../errors.ts'
import { addRoute } from '../web/guard.ts'
import type { Media } from './media.ts'
import { extensionOf, typeOf } from './media-types.ts'
import { sendFile } from './send-file.ts'
import { type FileAnswer, isKey } from './storage.ts'

const LINK_LIFE = 3600
/** Browsers show these in a page of their own, which a policy would break: https://issues.chromium.org/issues/41131921 */
const HAS_VIEWER = /^(application\/pdf|audio\/.*|video\/.*)$/

/** Media are public: everyone with the address may read them. Files that could run in a page are never shown in one. */
export function addMediaRoutes(app: FastifyInstance, media: Media): void {
  addRoute(app, async () => undefined, {
    method: 'GET',
    url: '/media/*',
    access: 'all',
    scope: 'any',
    doc: {
      summary: 'Download an uploaded file',
      media: ['application/octet-stream'],
      example: { path: { path: '$FILE' } },
    },
    handler: async (request, reply) => {
      const key = `media/${(request.params as { '*': string })['*']}`
      const found = isKey(key) ? await media.find(key) : undefined
      if (!found) throw new NotFoundError('The file was not found.')
      const answer = answerOf(key)
      // A link is signed for GET and no other method.
      if (found.storage.link && request.method !== 'HEAD')
        return reply.redirect(await found.storage.link(key, answer, LINK_LIFE), 302)
      // A viewer is shown in a frame of a page, such as a front end at the same origin.
      if (HAS_VIEWER.test(answer.type)) reply.header('x-frame-options', 'SAMEORIGIN')
      else reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return sendFile(request, reply, { storage: found.storage, key, ...answer })
    },
  })
}

function answerOf(key: string): FileAnswer {
  const { mime, isShown } = typeOf(extensionOf(key))
  return { type: mime, disposition: isShown ? 'inline' : 'attachment' }
}
