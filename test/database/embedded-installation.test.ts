/** How npm left the programs of PostgreSQL, and a user without rights who runs them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { copyCheckout, postmasterOf, query, spawnService } from '../support/spawn-service.ts'

/** Root shows it as nobody; another user as itself. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
const isReachable = spawnSync(process.execPath, ['--version'], { cwd: '/', ...user }).status === 0
const options = { skip: !isReachable && 'nobody cannot reach the Node of this checkout' }

let root: string
let checkout: string
let installed: string
before(async () => {
  root = await mkdtemp('/tmp/plenum install-')
  await chmod(root, 0o755)
  checkout = join(root, 'checkout')
  installed = await copyCheckout(checkout)
  await mkdir(join(root, 'data'))
  if (user) await chown(join(root, 'data'), user.uid, user.gid)
})
after(() => rm(root, { recursive: true }))

test('a normal user runs the programs where npm put them, and owns the data', options, async () => {
  const folder = join(root, 'data', 'postgres')
  const service = await spawnService(folder, { checkout, user })
  const rows = await query(service.firstLine, 'select 1 as one')
  const server = await stat(`/proc/${await postmasterOf(folder)}`)
  process.kill(service.pid, 'SIGINT')
  const { code } = await service.ended

  const uid = user?.uid ?? process.getuid?.()
  const { mode, uid: owner } = await stat(folder)
  assert.deepEqual({ rows, code, server: server.uid }, { rows: [{ one: 1 }], code: 0, server: uid })
  assert.deepEqual([mode & 0o777, owner], [0o700, uid])
  assert.deepEqual((await readdir(folder)).sort(), ['data', 'password', 'postgres.log'])
})

test('a package whose install script did not run works nevertheless', options, async () => {
  await removeLinks(join(installed, 'native', 'lib'))
  for (const program of ['postgres', 'initdb']) await chmod(join(installed, 'native', 'bin', program), 0o644)
  const folder = join(root, 'data', 'incomplete')

  const service = await spawnService(folder, { checkout, user })
  const rows = await query(service.firstLine, 'select 1 as one')
  process.kill(service.pid, 'SIGINT')
  const { code } = await service.ended

  assert.deepEqual({ rows, code }, { rows: [{ one: 1 }], code: 0 })
  assert.match((await readdir(folder)).sort().join(' '), /^data password postgres\.log postgresql-18\S*$/)
})

async function removeLinks(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if ((await lstat(join(folder, name))).isSymbolicLink()) await rm(join(folder, name))
  }
}
