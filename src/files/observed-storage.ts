import { tracingChannel } from 'node:diagnostics_channel'
import type { Storage } from './storage.ts'

export interface StorageCall {
  operation: 'put' | 'find' | 'read' | 'remove'
  kind: 'local' | 's3'
}

/** Reports each call of a storage, for metrics and traces. */
export const storageCalls = tracingChannel<unknown, StorageCall>('plenum:storage')

export function observed(storage: Storage, kind: StorageCall['kind']): Storage {
  const tell = <T>(operation: StorageCall['operation'], call: () => Promise<T>): Promise<T> =>
    storageCalls.hasSubscribers ? storageCalls.tracePromise(call, { operation, kind }) : call()
  return {
    ...storage,
    put: (...words) => tell('put', () => storage.put(...words)),
    find: (...words) => tell('find', () => storage.find(...words)),
    read: (...words) => tell('read', () => storage.read(...words)),
    remove: (...words) => tell('remove', () => storage.remove(...words)),
  }
}
