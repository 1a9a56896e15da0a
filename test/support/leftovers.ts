import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestService } from './service.ts'

const PATIENCE = 5_000

/**
 * The files that uploads and tasks have left in the data folder; the archives of exports are meant to stay. A task
 * tidies up after its end is told, so some time passes before a file counts as left.
 */
export async function leftBehind({ config }: TestService): Promise<string[]> {
  const end = Date.now() + PATIENCE
  for (;;) {
    const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(config.dataDir.length + 1))
      .filter((path) => !path.startsWith('files/private/exports/'))
    if (files.length === 0 || Date.now() > end) return files
    await delay(20)
  }
}
