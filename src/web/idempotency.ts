/**
 * `Idempotency-Key` on every POST: the first answer is kept and sent again. It is written in the transaction of the work,
 * so whatever happens in between, the work is not done twice.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../access/network.ts'
import type { Vault } from '../access/vault.ts'
import type { Database } from '../database/connect.ts'
import type { Unit } from '../database/unit.ts'
import { BadRequestError, UnprocessableError } from '../errors.ts'
import { addToDigest, endDigest, startDigest } from './body-digest.ts'
import { isForm, readPast } from './form.ts'
import { callerOf } from './guard.ts'
import {
  claimKey,
  findAnswer,
  type KeptAnswer,
  type KeyOf,
  keepAnswer,
  stillRunning,
} from './kept-answers.ts'

interface Parts {
  db: Database
  vault: Vault
}

/** A request with a key, while its work goes on. */
interface Running {
  of: KeyOf
  unit: Unit
  /** Once its answer is kept, or not. */
  end(): void
}

/** Before the first route is added. */
export function addIdempotency(app: FastifyInstance, parts: Parts): void {
  const running = new WeakMap<FastifyRequest, Running>()
  const keys = new Set<string>()
  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return
    const { handler } = route
    route.handler = async function handleOnce(request, reply) {
      const of = keyOf(request)
      if (!of) return handler.call(this, request, reply)
      const kept = await findAnswer(parts, of)
      if (kept) return replay(request, reply, kept)
      const name = JSON.stringify([of.caller, of.key])
      if (keys.has(name)) throw stillRunning()
      keys.add(name)
      const unit = parts.db.unit((tx) => claimKey(tx, of))
      running.set(request, { of, unit, end: () => keys.delete(name) })
      return unit.run(async () => handler.call(this, request, reply))
    }
  })
  app.addHook('onRequest', async (request) => {
    if (request.headers['idempotency-key'] !== undefined && request.method === 'POST') startDigest(request)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const work = running.get(request)
    if (!work) return
    running.delete(request)
    await finish(parts, { request, reply, payload }, work).finally(work.end)
  })
}

function keyOf(request: FastifyRequest): KeyOf | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new BadRequestError('Idempotency-Key must have 1 to 255 printable ASCII characters.', {
      header: 'Idempotency-Key',
    })
  const caller = callerOf(request)
  if (!caller) return { caller: `network ${networkOf(request.ip)}`, key }
  return { caller: caller.token ? `token ${caller.token.id}` : `user ${caller.id}`, key }
}

/** What is compared: the method is the same for all. */
function digestOf(request: FastifyRequest): string {
  addToDigest(request, request.url)
  return endDigest(request)
}

async function replay(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Promise<unknown> {
  if (isForm(request)) await readPast(request, reply)
  if (digestOf(request) !== kept.digest)
    throw new UnprocessableError([
      {
        detail: 'This Idempotency-Key belongs to another request. Use a new one.',
        source: { header: 'Idempotency-Key' },
      },
    ])
  return reply
    .code(kept.status)
    .headers({ ...kept.headers, 'idempotent-replayed': 'true' })
    .send(kept.body === null ? undefined : Buffer.from(kept.body))
}

interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  payload: unknown
}

async function finish(
  parts: Parts,
  { request, reply, payload }: Sending,
  { of, unit }: Running,
): Promise<void> {
  const { statusCode: status } = reply
  if (!isKept(status, request)) return unit.rollback()
  const body = payload == null ? null : String(payload)
  const answer = { status, headers: reply.getHeaders(), body, digest: digestOf(request) }
  await unit.commit((tx) => keepAnswer(tx, parts.vault, of, answer))
}

/**
 * What may be otherwise the next time is not kept. Neither are refused forms, which may not have been read to their end,
 * nor refusals of strangers, who could fill the table with them.
 */
function isKept(status: number, request: FastifyRequest): boolean {
  if (status < 400) return true
  if (status >= 500 || status === 409 || status === 429) return false
  return callerOf(request) !== undefined && !isForm(request)
}
