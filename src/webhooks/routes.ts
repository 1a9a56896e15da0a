/** What can be done with webhooks beside changing them: a new secret, a ping, a delivery once more. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import type { RouteScope } from '../access/token-scopes.ts'
import type { Vault } from '../access/vault.ts'
import type { Db } from '../database/connect.ts'
import { ConflictError, TooManyError } from '../errors.ts'
import { recordEntry } from '../jsonapi/change-log.ts'
import { toDocument } from '../jsonapi/document.ts'
import type { Model, Models } from '../jsonapi/model.ts'
import { findRecord } from '../jsonapi/permission.ts'
import { type RawQuery, readQuery } from '../jsonapi/query.ts'
import { selfLink } from '../jsonapi/resource-text.ts'
import { openRoom } from '../jsonapi/room.ts'
import { selectOne } from '../jsonapi/select.ts'
import { sendDocument } from '../jsonapi/send.ts'
import type { Row } from '../resources/declare.ts'
import { addRoute } from '../web/guard.ts'
import type { RouteDoc } from '../web/route-doc.ts'
import { addPing, countPending, repeatDelivery } from './deliveries.ts'
import { renewSecret } from './secrets.ts'

interface RouteParts {
  db: Db
  models: Models
  identify: Identify
  vault: Vault
}

/** What may wait for a webhook when more is added by hand. */
const MOST_PENDING = 1_000
/** When to try again (in seconds). */
const LATER = 60

/** A request about a record that the caller may change. */
interface Action {
  tx: Db
  model: Model
  row: Row
  caller: Caller
  request: FastifyRequest
}

interface Made {
  type: 'webhook' | 'webhook-delivery'
  id: string
  /** What only this response has. */
  shown?: Row
}

export function addWebhookRoutes(app: FastifyInstance, parts: RouteParts): void {
  const add = (
    url: string,
    type: 'webhook' | 'webhook-delivery',
    doc: RouteDoc,
    act: (action: Action) => Promise<Made>,
  ) =>
    addRoute(app, parts.identify, {
      method: 'POST',
      url,
      access: 'organizer',
      scope: `${type}:write` satisfies RouteScope,
      options: { jsonapi: true },
      isSecret: true,
      doc,
      handler: (request, reply, caller) => perform(parts, type, { request, reply, caller: caller! }, act),
    })
  add('/v1/webhooks/:id/rotate-secret', 'webhook', ROTATE, async ({ tx, model, row, caller, request }) => {
    const id = row.id as string
    const secret = await renewSecret(tx, parts.vault, id)
    const entry = { db: tx, model, caller, requestId: request.id }
    await recordEntry(entry, { id, event_id: row.event_id }, 'updated', { secret: {} })
    return { type: 'webhook', id, shown: { secret } }
  })
  add('/v1/webhooks/:id/ping', 'webhook', PING, async ({ tx, row }) => {
    await demandRoom(tx, row)
    return { type: 'webhook-delivery', id: await addPing(tx, row.id as string) }
  })
  add('/v1/webhook-deliveries/:id/redeliver', 'webhook-delivery', REDELIVER, async ({ tx, row }) => {
    const [webhook] = await tx.query<Row>(
      sql`select id, is_active from webhooks where id = ${row.webhook_id}`,
    )
    await demandRoom(tx, webhook!)
    return { type: 'webhook-delivery', id: await repeatDelivery(tx, row.id as string) }
  })
}

/** Finds the record, lets the work be done, and returns what it made. */
async function perform(
  { db, models }: RouteParts,
  type: string,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Caller },
  act: (action: Action) => Promise<Made>,
): Promise<unknown> {
  const model = models.get(type)!
  const room = openRoom(request, reply)
  const query = { ...readQuery(request.query as RawQuery, model, models, 'write'), room }
  const { made, row } = await db.transaction(async (tx) => {
    const { id } = request.params as { id: string }
    const permission = await findRecord({ db: tx, caller }, model, id, { words: ['organizer'], lock: true })
    permission.demand('organizer')
    const made = await act({ tx, model, row: permission.row, caller, request })
    const plain = { ...query, include: new Map() }
    const read = { db: tx, caller, query: plain }
    const row = await selectOne(read, models.get(made.type)!, sql`t.id = ${made.id}`)
    return { made, row: { ...row!, ...made.shown } }
  })
  const shown = models.get(made.type)!
  const self = selfLink(shown, made.id)
  if (made.shown === undefined) reply.code(201).header('location', self)
  return sendDocument(request, reply, toDocument(shown, row, query, { records: undefined, links: { self } }))
}

async function demandRoom(tx: Db, { id, is_active }: Row): Promise<void> {
  if (!is_active) throw new ConflictError('The webhook is switched off. Set is-active to true first.')
  const count = await countPending(tx, id as string)
  if (count >= MOST_PENDING)
    throw new TooManyError(`${count} deliveries wait for this webhook. Wait until they are sent.`, LATER)
}

const DELIVERY = { $ref: '#/components/schemas/WebhookDeliveryDocument' }
const ROTATE: RouteDoc = {
  summary: 'Give a webhook a new secret; the one before signs too for 24 hours',
  jsonapi: true,
  answer: { $ref: '#/components/schemas/WebhookDocument' },
}
const PING: RouteDoc = {
  summary: 'Send a test message to a webhook',
  jsonapi: true,
  status: '201',
  answer: DELIVERY,
}
const REDELIVER: RouteDoc = {
  summary: 'Send a message of a webhook once more, with the same id',
  jsonapi: true,
  status: '201',
  answer: DELIVERY,
}
