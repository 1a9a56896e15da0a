import { join } from 'node:path'
import type { Config } from '../config.ts'
import { findEmbedded, startEmbedded } from '../database/embedded.ts'

/** Gives the work the address of the database: the configured one, or the embedded one, which is started if it does not run. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl)
  const folder = join(config.dataDir, 'postgres')
  const running = await findEmbedded(folder)
  if (running) return work(running)
  const server = await startEmbedded({ folder })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}
