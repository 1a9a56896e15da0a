import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { checkHealth } from '../database/health.ts'
import { UnavailableError } from '../errors.ts'
import type { Declaration } from '../resources/declare.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { members, texts } from '../web/route-doc.ts'
import { sharedCheck } from './shared-check.ts'

interface HealthParts {
  db: Db
  /** Fails with a sentence while new files cannot be stored. */
  demandStorage(): Promise<void>
  declarations: readonly Declaration[]
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal
}

const LIVENESS: GuardedRoute = {
  method: 'GET',
  url: '/healthz',
  access: 'all',
  scope: 'any',
  doc: { summary: 'Liveness check', answer: texts('status') },
  handler: () => ({ status: 'alive' }),
}

/** Health of the schema, liveness, and readiness. */
export function addHealthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const anonymous = async () => undefined
  for (const route of [schemaRoute(parts), LIVENESS, readinessRoute(parts)]) addRoute(app, anonymous, route)
}

function schemaRoute({ db, declarations }: HealthParts): GuardedRoute {
  const health = sharedCheck(() => checkHealth(db, declarations))
  return {
    method: 'GET',
    url: '/health-check',
    access: 'all',
    scope: 'any',
    doc: {
      summary: 'Check that the database schema matches the models',
      also: { 503: 'The schema is out of date.' },
      answer: members({ passed: { type: 'boolean' }, output: { type: 'string' } }),
    },
    handler: async (_request, reply) => {
      const found = await health()
      return reply.code(found.passed ? 200 : 503).send(found)
    },
  }
}

function readinessRoute({ db, demandStorage, stopping }: HealthParts): GuardedRoute {
  const reach = sharedCheck(() => Promise.all([db.query(sql`select 1`), demandStorage()]))
  return {
    method: 'GET',
    url: '/readyz',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Readiness check', answer: texts('status') },
    handler: async () => {
      if (stopping.aborted) throw new UnavailableError('This process is shutting down. Retry the request.')
      await reach()
      return { status: 'ready' }
    },
  }
}
