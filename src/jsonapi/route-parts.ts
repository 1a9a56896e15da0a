/** What the routes of a model share. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import { networkOf } from '../access/network.ts'
import type { RouteScope } from '../access/token-scopes.ts'
import type { Database } from '../database/connect.ts'
import type { RefusalOf } from '../database/refusals.ts'
import type { Access } from '../resources/declare.ts'
import { addRoute } from '../web/guard.ts'
import type { OpenStreams } from '../web/open-streams.ts'
import { create } from './create.ts'
import { CURSOR_PROFILE, type Cursors } from './cursor.ts'
import type { EffectsByType } from './effects.ts'
import { demandIncludable } from './include.ts'
import type { Model, Models } from './model.ts'
import { asksForProfile, prefersStrict } from './negotiation.ts'
import { type Operations, remove, update } from './operations.ts'
import { type Mode, type Query, type RawQuery, readQuery } from './query.ts'
import type { Read, Write } from './request.ts'
import { openRoom, roomOf } from './room.ts'

export interface Parts {
  db: Database
  models: Models
  effects: EffectsByType
  /** By type, where the writes of the engine do not do. */
  operations: Readonly<Record<string, Operations | undefined>>
  identify: Identify
  cursors: Cursors
  /** What a refusal of the database means for the caller. */
  refusalOf: RefusalOf
  /** The lists that are sent as tables at the moment. */
  tables: OpenStreams
}

/** A request with its caller and its reply. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller | undefined
}

type Handler = (exchange: Exchange) => Promise<unknown>

interface RouteFacts {
  /** The model that is read or written; the one that is served unless said. */
  of?: Model
  kind?: 'list'
}

/** What the routes of one model need, and how they are added. */
export interface Serving extends Parts {
  model: Model
  add(method: HTTPMethods, url: string, access: Access, handler: Handler, about?: RouteFacts): void
  read(exchange: Exchange, model: Model, mode: Mode): Read
  write(exchange: Exchange, model: Model): Write
}

export function operationsOf({ operations }: Parts, { type }: Model): Operations {
  return operations[type] ?? { create, update, remove }
}

export function serving(app: FastifyInstance, parts: Parts, model: Model): Serving {
  const queryOf = ({ request, caller }: Exchange, of: Model, mode: Mode): Query => {
    const query =
      mode === 'list'
        ? readListQuery(request, of, parts)
        : readQuery(request.query as RawQuery, of, parts.models, mode)
    // Now, not when they are loaded: that may be after a write.
    demandIncludable(caller, query.include)
    return { ...query, room: roomOf(request) }
  }
  return {
    ...parts,
    model,
    add: (method, url, access, handler, { of = model, kind } = {}) =>
      addRoute(app, parts.identify, {
        method,
        url,
        access,
        scope: scopeFor(method, of),
        options: { jsonapi: kind ?? true },
        isKept: method === 'GET',
        handler: (request, reply, caller) => {
          openRoom(request, reply)
          if (method !== 'GET' && prefersStrict(request))
            reply.header('preference-applied', 'handling=strict')
          return handler({ request, reply, caller })
        },
      }),
    read: (exchange, of, mode) => ({
      db: parts.db,
      caller: exchange.caller,
      query: queryOf(exchange, of, mode),
    }),
    write: (exchange, of) => ({
      db: parts.db,
      effects: parts.effects,
      model: of,
      caller: exchange.caller,
      network: networkOf(exchange.request.ip),
      query: queryOf(exchange, of, 'write'),
      isStrict: prefersStrict(exchange.request),
      requestId: exchange.request.id,
    }),
  }
}

/** The query of a list that is sent in pages. */
export function readListQuery(
  { query, headers }: FastifyRequest,
  model: Model,
  { models, cursors }: Pick<Parts, 'models' | 'cursors'>,
): Query {
  const isProfiled = asksForProfile(headers.accept, CURSOR_PROFILE)
  return { ...readQuery(query as RawQuery, model, models, 'list'), paging: { cursors, isProfiled } }
}

export function scopeFor(method: HTTPMethods, { type, declaration }: Model): RouteScope {
  if (method === 'GET') return `${type}:read`
  return declaration.closedToTokens ? 'none' : `${type}:write`
}

export function idOf({ request }: Exchange): string {
  return (request.params as { id: string }).id
}
