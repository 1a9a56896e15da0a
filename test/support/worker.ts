import { after } from 'node:test'
import { type Service, startService } from '../../src/service.ts'
import type { TestService } from './service.ts'

/** A second service on the database and the files of the first, which runs tasks. It ends with the file, or earlier. */
export async function startWorker({ config }: TestService, workers = 1): Promise<Service> {
  const worker = await startService({ ...config, workers })
  after(() => worker.close())
  return worker
}
