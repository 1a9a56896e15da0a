import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { findEmbedded, startEmbedded } from '../database/embedded/server.ts'
import { demandUsable } from '../database/reach.ts'
import type { Closers } from './parts.ts'

/** The address of the database, and when it is lost for good. */
export async function openDatabase(
  config: Config,
  { joins, log }: { joins: boolean | undefined; log: FastifyBaseLogger },
  closers: Closers,
): Promise<{ url: string; lost: Promise<Error> }> {
  const never = new Promise<Error>(() => {})
  if (config.databaseUrl !== undefined) return { url: await demandUsable(config), lost: never }
  const folder = join(config.dataDir, 'postgres')
  if (joins) {
    const url = await findEmbedded(folder)
    if (!url)
      throw new Error(
        `No service is running with the data folder ${config.dataDir}. Start one, or set DATABASE_URL.`,
      )
    return { url, lost: never }
  }
  const server = await startEmbedded({ folder, tell: (text) => log.warn(text) })
  closers.push(() => server.stop())
  return server
}
