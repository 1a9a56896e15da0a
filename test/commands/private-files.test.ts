/** What the service and its commands write is closed to every other account of the machine. */
import assert from 'node:assert/strict'
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import pino from 'pino'
import { exportArchive } from '../../tools/archives.ts'
import { wipe } from '../support/backups.ts'
import { temporaryFolder } from '../support/folders.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf, plenum } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'

/** What others could do with anything in the folder: nothing. */
async function openIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) found.push(`${relative(folder, path)} ${(mode & 0o777).toString(8)}`)
  }
  return found
}

const isRoot = process.getuid?.() === 0
/** Root lends the embedded database another account, which passes through. */
const CLOSED = isRoot ? 0o711 : 0o700

describe('other accounts of the machine', () => {
  it('can read no export, backup or restored file, whatever the umask', async () => {
    const service = await startTestService({ WORKERS: '1' })
    const owner = await signUp(service)
    const { id } = await make(service, owner, 'event')
    await exportArchive(service, owner, id)
    const { dataDir } = service.config
    const folder = await temporaryFolder()
    const surroundings = { env: envOf(service), cwd: folder }

    const exported = await plenum(['event', 'export', id, '--out', 'event.zip'], surroundings)
    const backedUp = await plenum(['backup', '--out', 'backup.zip'], surroundings)
    assert.deepEqual([exported.code, backedUp.code], [0, 0])
    assert.deepEqual(await openIn(dataDir), [])
    assert.deepEqual(await openIn(folder), [])
    await service.close()
    await wipe(service)
    const restored = await plenum(['restore', 'backup.zip', '--force'], surroundings)

    assert.equal(restored.code, 0, restored.errors)
    assert.notDeepEqual(await readdir(join(dataDir, 'files')), [])
    assert.deepEqual(await openIn(dataDir), [])
  })

  it('lose what a folder of an older version let them read, and the log says so', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    const files = join(dataDir, 'files')
    await mkdir(join(files, 'exports'), { recursive: true, mode: 0o755 })
    await writeFile(join(files, 'exports', 'event.zip'), '', { mode: 0o644 })
    await writeFile(join(dataDir, 'secret'), 'x'.repeat(43), { mode: 0o644 })
    for (const folder of [dataDir, files, join(files, 'exports')]) await chmod(folder, 0o755)
    const told: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line).msg) })

    await startTestService({ DATA_DIR: dataDir }, { logger })

    assert.deepEqual(told, [
      `Other users could read ${dataDir} (DATA_DIR). Its permissions are now restricted.`,
      `Other users could read ${files}. Its permissions are now restricted.`,
      `Other users could read ${join(dataDir, 'secret')}. Its permissions are now restricted.`,
    ])
    assert.equal((await stat(dataDir)).mode & 0o777, CLOSED)
    assert.deepEqual(await openIn(dataDir), [])
  })
})

describe('a data folder that cannot be used', () => {
  const serve = (dataDir: string) => plenum(['migrate'], { env: { DATA_DIR: dataDir } })
  const because = (dataDir: string, reason: string) => ({
    code: 1,
    out: '',
    errors: `The data folder ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder that Plenum can write to.\n`,
  })

  it('is named, with what is wrong with it', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'file')
    await writeFile(file, '')
    const noFolder = 'a part of the path is a file, not a folder'

    assert.deepEqual(await serve(file), because(file, noFolder))
    assert.deepEqual(await serve(join(file, 'data')), because(join(file, 'data'), noFolder))
    assert.deepEqual(
      await serve('/proc/nothing/data'),
      because('/proc/nothing/data', 'the folder cannot be created'),
    )
  })

  it('is refused when it holds other things and is open to everyone', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'thesis.txt'), '')
    await chmod(folder, 0o755)

    assert.deepEqual(await serve(folder), {
      code: 1,
      out: '',
      errors: `DATA_DIR (${folder}) contains other files and is open to other users. Set DATA_DIR to a folder that only Plenum uses.\n`,
    })
    assert.equal((await stat(folder)).mode & 0o777, 0o755)
  })

  it('is refused when it belongs to somebody else', {
    skip: !isRoot && 'only root can show it',
  }, async () => {
    const folder = await temporaryFolder()
    await chown(folder, 12345, 12345)

    assert.deepEqual(await serve(folder), {
      code: 1,
      out: '',
      errors: `DATA_DIR (${folder}) belongs to the user with ID 12345. Run Plenum as that user, or set DATA_DIR to another folder.\n`,
    })
  })
})
