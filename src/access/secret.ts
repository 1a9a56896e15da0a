import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataFolder } from '../system/data-folder.ts'

/** The secret of this installation: as configured, or made once and kept in the data folder. */
export async function loadSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'secret')
  const kept = await readFile(file, 'utf8').catch(ignoreMissing)
  if (kept) return kept.trim()
  await openDataFolder(dataDir)
  // Not the process id: two containers that share the folder may have the same.
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  // A link fails when the name is taken, so of several processes that start at once one wins and all read the same.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
