import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { type StorageCall, storageCalls } from '../files/observed-storage.ts'

/** How long the storage takes for what this process asks of it. */
export function addStorageMetrics(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'plenum_storage_seconds',
    help: 'Duration of storage calls, by operation, storage kind and outcome',
    labelNames: ['operation', 'kind', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  })
  const started = new WeakMap<object, number>()
  const begin = (call: unknown) => started.set(call as object, performance.now())
  const end = (call: unknown) => {
    const { operation, kind, error } = call as StorageCall & { error?: unknown }
    const start = started.get(call as object)
    // One that began before anybody listened.
    if (start === undefined) return
    const outcome = error === undefined ? 'success' : 'failure'
    seconds.observe({ operation, kind, outcome }, (performance.now() - start) / 1000)
  }
  storageCalls.start.subscribe(begin)
  storageCalls.asyncEnd.subscribe(end)
  app.addHook('onClose', async () => {
    storageCalls.start.unsubscribe(begin)
    storageCalls.asyncEnd.unsubscribe(end)
  })
}
