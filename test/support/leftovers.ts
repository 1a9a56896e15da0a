import { readdir } from 'node:fs/promises'
import type { TestService } from './service.ts'

/** The files that uploads and tasks have left in the data folder; the archives of exports are meant to stay. */
export async function leftBehind({ config }: TestService): Promise<string[]> {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(config.dataDir.length + 1))
    .filter((path) => !path.startsWith('files/exports/'))
}
