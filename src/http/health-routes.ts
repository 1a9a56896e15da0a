import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { checkHealth } from '../database/health.ts'
import { UnavailableError } from '../errors.ts'
import type { Declaration } from '../resources/declare.ts'
import { addRoute } from '../web/guard.ts'
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

/** Whether the schema fits the models, whether the process lives, whether it can serve. */
export function addHealthRoutes(
  app: FastifyInstance,
  { db, demandStorage, declarations, stopping }: HealthParts,
): void {
  const anonymous = async () => undefined
  const health = sharedCheck(() => checkHealth(db, declarations))
  const reach = sharedCheck(() => Promise.all([db.query(sql`select 1`), demandStorage()]))
  addRoute(app, anonymous, {
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
  })
  addRoute(app, anonymous, {
    method: 'GET',
    url: '/healthz',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Liveness check', answer: texts('status') },
    handler: () => ({ status: 'alive' }),
  })
  addRoute(app, anonymous, {
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
  })
}
