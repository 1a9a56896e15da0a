/** Metrics for Prometheus. Only this machine and clients with the token may read them. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import sql from 'sql-template-tag'
import { isLoopback } from '../access/network.ts'
import type { Database } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { addRoute } from '../web/guard.ts'
import { isInner } from '../web/inner.ts'
import type { KeptReads } from '../web/kept-reads.ts'
import { sharedCheck } from './shared-check.ts'
import { addStorageMetrics } from './storage-metrics.ts'

/**
 * How often (in ms) the lag of the event loop is measured, from the first request for metrics: this takes most of the time
 * that an idle process uses.
 */
const LAG_PRECISION = 50

interface MetricsParts {
  db: Database
  token: string | undefined
  reads: KeptReads
}

export function addMetrics(app: FastifyInstance, { db, token, reads }: MetricsParts): void {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'plenum_request_seconds',
    help: 'Duration of requests, by route, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: reply.statusCode }
    if (!isInner(request)) requests.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  addPool(registry, db)
  addReads(registry, reads)
  addTasks(registry, db)
  addTaskSeconds(registry, db)
  addStorageMetrics(app, registry)
  let isObserved = false
  const figures = sharedCheck(() => {
    if (!isObserved)
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION })
    isObserved = true
    return registry.metrics()
  })
  addRoute(app, async () => undefined, {
    method: 'GET',
    url: '/metrics',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Metrics for Prometheus', media: ['text/plain'] },
    handler: async (request, reply) => {
      if (!mayRead(request, token)) throw new NotFoundError('There is no such route.')
      return reply.header('content-type', registry.contentType).send(await figures())
    },
  })
}

/** What proxies add, each in its way. */
const FORWARDED =
  /^(via|forwarded|cdn-loop|x-envoy-.*|x-(original-)?forwarded.*|(.*-)?(real|client|connecting|remote|originating)-(ip|addr).*)$/

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  // What a proxy on this machine passes on comes from elsewhere, whether or not its headers are believed.
  const isPassedOn = Object.keys(request.headers).some((name) => FORWARDED.test(name))
  if (token === undefined) return isLoopback(request.ip) && !isPassedOn
  const given = Buffer.from(request.headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}

function addPool(registry: Registry, db: Database): void {
  new Gauge({
    name: 'plenum_pool_connections',
    help: 'Database connections: open, idle, and requests waiting for one',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(db.connections())) this.set({ kind }, count)
    },
  })
}

function addReads(registry: Registry, reads: KeptReads): void {
  const kinds = {
    hits: 'reads that were answered from it',
    misses: 'reads that were not',
    drops: 'writes that emptied it',
  }
  for (const [kind, help] of Object.entries(kinds))
    new Counter({
      name: `plenum_cache_${kind}_total`,
      help: `The cache of answers to strangers: ${help}`,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(reads.counts[kind as keyof KeptReads['counts']])
      },
    })
  new Gauge({
    name: 'plenum_cache_bytes',
    help: 'What the kept answers to strangers take',
    registers: [registry],
    collect() {
      this.set(reads.bytes)
    },
  })
}

function addTasks(registry: Registry, db: Database): void {
  const age = new Gauge({
    name: 'plenum_oldest_task_seconds',
    help: 'Age of the oldest unfinished task',
    registers: [registry],
  })
  const mails = new Gauge({
    name: 'plenum_mails_waiting',
    help: 'Mails waiting to be sent',
    registers: [registry],
  })
  const deliveries = new Gauge({
    name: 'plenum_webhook_deliveries_waiting',
    help: 'Webhook deliveries waiting to be sent',
    registers: [registry],
  })
  new Gauge({
    name: 'plenum_tasks',
    help: 'Tasks of the last 24 hours, by name and state',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await db.query<{ name: string; state: string; count: number }>(
        sql`select name, case when finished_at is null then case when attempt = 0 then 'waiting' else 'running' end
            when state = 'SUCCESS' then 'success' else 'failure' end as state, count(*)::int as count
          from tasks where finished_at is null or finished_at > now() - interval '1 day' group by 1, 2`,
      )
      for (const { name, state, count } of rows) this.set({ name, state }, count)
      const [row] = await db.query<{ age: number; mails: number; deliveries: number }>(
        sql`select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age,
          (select count(*)::int from mails where status in ('pending', 'sending')) as mails,
          (select count(*)::int from webhook_deliveries where status = 'pending') as deliveries
          from tasks where finished_at is null`,
      )
      age.set(row!.age)
      mails.set(row!.mails)
      deliveries.set(row!.deliveries)
    },
  })
}

/** Tasks run in other processes too, so their durations come from the database. */
function addTaskSeconds(registry: Registry, db: Database): void {
  new Gauge({
    name: 'plenum_task_seconds',
    help: 'Duration of the tasks of the last hour: median, 95th percentile and maximum',
    labelNames: ['name', 'quantile'],
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await db.query<{ name: string; seconds: number[] }>(
        sql`select name, percentile_cont(array[0.5, 0.95, 1]) within group
            (order by extract(epoch from finished_at - started_at)::float8) as seconds
          from tasks where finished_at > now() - interval '1 hour' and started_at is not null group by name`,
      )
      for (const { name, seconds } of rows)
        for (const [index, quantile] of ['0.5', '0.95', '1'].entries())
          this.set({ name, quantile }, seconds[index]!)
    },
  })
}
