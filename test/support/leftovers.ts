import { readdir } from 'node:fs/promises'
import type { TestService } from './service.ts'
import { until } from './until.ts'

const PATIENCE = 5_000

/** The files in the data folder as of now, without the archives of exports, which are meant to stay. */
export async function keptFiles({ config }: TestService): Promise<string[]> {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(config.dataDir.length + 1))
    .filter((path) => !path.startsWith('files/private/exports/'))
}

/**
 * Those that uploads and tasks have left, as far as they count here. A task tidies up after its end is told, so some time
 * passes before a file counts as left.
 */
export async function leftBehind(
  service: TestService,
  counts: (path: string) => boolean = () => true,
): Promise<string[]> {
  const left = async () => (await keptFiles(service)).filter(counts)
  await until(async () => (await left()).length === 0, PATIENCE).catch(() => undefined)
  return left()
}
