/** Tells whether the built pages belong to their sources. */
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
/** Beside the built files. */
export const STAMP_FILE = 'sources.txt'
/** What the build depends on, apart from its packages, which the lock file pins. */
const SOURCES = [
  'package-lock.json',
  'packages/web/{build,declarations,vite.config}.ts',
  'docs/openapi.json',
  'packages/web/src/**/*.{ts,tsx,css,svg}',
  'packages/client/src/**/*.ts',
  'src/pages/{paths,contract,build-stamp}.ts',
  'src/resources/{feed-address,choices}.ts',
]

/** A hash of the sources of the pages. */
export async function sourceStamp(): Promise<string> {
  const names = (await Array.fromAsync(glob(SOURCES, { cwd: ROOT }))).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\n`).update(await readFile(join(ROOT, name)))
  return hash.digest('hex')
}
