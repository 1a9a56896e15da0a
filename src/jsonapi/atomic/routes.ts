/** `POST /v1/operations`: the extension "Atomic Operations" of JSON:API. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../../access/network.ts'
import { UnauthorizedError } from '../../errors.ts'
import { addRoute } from '../../web/guard.ts'
import { members, type RouteDoc } from '../../web/route-doc.ts'
import { toResultsDocument } from '../document.ts'
import { demandExtension, MEDIA_TYPE, prefersStrict } from '../negotiation.ts'
import { bad, type Query, type RawQuery, readQuery } from '../query.ts'
import { openRoom } from '../room.ts'
import type { Parts } from '../route-parts.ts'
import { sendDocument } from '../send.ts'
import { MOST_OPERATIONS, readOperations } from './operation.ts'
import { Run } from './run.ts'

const EXTENSION = 'https://jsonapi.org/ext/atomic'
export const ATOMIC_TYPE = `${MEDIA_TYPE}; ext="${EXTENSION}"`

/** As many records as may be sent are larger than one. */
const MOST_BYTES = 8 * 1024 * 1024

export function addOperationRoutes(app: FastifyInstance, parts: Parts): void {
  addRoute(app, parts.identify, {
    method: 'POST',
    url: '/v1/operations',
    access: 'user',
    // Each operation asks for its own.
    scope: 'any',
    options: { bodyLimit: MOST_BYTES },
    doc: DOC,
    check: ({ headers }) => demandExtension(headers, EXTENSION),
    async handler(request, reply, caller) {
      if (!caller) throw new UnauthorizedError()
      const room = openRoom(request, reply)
      const query = { ...queryOf(request, parts), room }
      const isStrict = prefersStrict(request)
      if (isStrict) reply.header('preference-applied', 'handling=strict')
      const operations = readOperations(request.body, { models: parts.models, host: request.host })
      const network = networkOf(request.ip)
      const results = await parts.db.transaction(async (tx) => {
        const recall = async () => (await parts.identify(request, tx)) ?? caller
        const run = new Run(parts, { caller, network, query, isStrict, requestId: request.id, recall }, tx)
        await run.perform(operations)
        return run.results
      })
      return sendDocument(request, reply, toResultsDocument(results, query), ATOMIC_TYPE)
    },
  })
}

/** Results have no included records, so only fields may be chosen. */
function queryOf(request: FastifyRequest, { models }: Parts): Query {
  const [model] = models.values()
  const { include, ...words } = request.query as RawQuery
  if (include !== undefined) throw bad('include', 'cannot be used with operations')
  return readQuery(words, model!, models, 'write')
}

const TEXT = { type: 'string' }
const ANY = { type: 'object' }
const REF = members({ type: TEXT, id: TEXT, lid: TEXT, relationship: TEXT }, ['type'])
const OPERATION = members(
  {
    op: { enum: ['add', 'update', 'remove'] },
    ref: REF,
    href: TEXT,
    data: { description: 'A resource object, a resource identifier, a list of them, or null.' },
    meta: ANY,
  },
  ['op'],
)
const RESULT = members({ data: { $ref: '#/components/schemas/AnyResource' } }, [])

const EVENT = { data: { type: 'event', id: '1' } }
const EXAMPLE = [
  {
    op: 'add',
    data: {
      type: 'track',
      lid: 'tea',
      attributes: { name: 'Tea', color: '#00aa00' },
      relationships: { event: EVENT },
    },
  },
  {
    op: 'add',
    href: '/v1/events/1/sessions',
    data: {
      type: 'session',
      lid: 'brewing',
      attributes: { title: 'Brewing' },
      relationships: { track: { data: { type: 'track', lid: 'tea' } } },
    },
  },
  { op: 'update', ref: { type: 'session', lid: 'brewing', relationship: 'track' }, data: null },
  { op: 'remove', ref: { type: 'track', lid: 'tea' } },
]

const DOC: RouteDoc = {
  summary: 'Perform operations on records and relationships, all or none of them',
  mediaType: ATOMIC_TYPE,
  body: members({ 'atomic:operations': { type: 'array', items: OPERATION, maxItems: MOST_OPERATIONS } }),
  answer: members({ 'atomic:results': { type: 'array', items: RESULT } }),
  example: { body: { 'atomic:operations': EXAMPLE } },
  headers: { Prefer: '`handling=strict` rejects unknown attributes and relationships.' },
}
