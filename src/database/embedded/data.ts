import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run, type User } from '../../system/processes.ts'
import { makePrivateFolder } from './folder.ts'
import { lock } from './secret.ts'

/** Creates the database under another name first, so that an interrupted start leaves nothing that looks complete. */
export async function createData(data: string, binaries: string, user: User): Promise<void> {
  const draft = `${data}.new`
  await rm(draft, { recursive: true, force: true })
  await makePrivateFolder(draft, user)
  // The C locale of the operating system exists everywhere; sorting and case come from PostgreSQL's own C.UTF-8.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(join(binaries, 'initdb'), ['-D', draft, '--username=plenum', '--auth=trust', ...locale], user)
  await lock(draft, binaries, user, 'create database plenum;\n')
  await rename(draft, data)
  await syncFolder(join(data, '..'))
}

/** A new name in a folder survives a power cut only once the folder itself is written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}
