import { join } from 'node:path'
import { settleRestore } from '../backup/swap.ts'
import type { Config } from '../config.ts'
import { findEmbedded, startEmbedded } from '../database/embedded/server.ts'
import { demandUsable } from '../database/reach.ts'
import { openDataFolder } from '../system/data-folder.ts'

/** Gives the work the address of the database: the configured one, or the embedded one, which is started if it does not run. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  await openDataFolder(config.dataDir)
  if (config.databaseUrl) return settled(config, await demandUsable(config), work)
  const folder = join(config.dataDir, 'postgres')
  const running = await findEmbedded(folder)
  if (running) return settled(config, running, work)
  const server = await startEmbedded({ folder })
  try {
    return await settled(config, server.url, work)
  } finally {
    await server.stop()
  }
}

/** A restore that was killed is finished or taken back first. */
async function settled<T>({ dataDir }: Config, url: string, work: (url: string) => Promise<T>): Promise<T> {
  await settleRestore(url, dataDir)
  return work(url)
}
