/** Nobody but the service gets into the embedded database, whoever shares an account with it. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findEmbedded, startEmbedded } from '../../src/database/embedded/server.ts'
import { query } from '../support/spawn-service.ts'

const settings = { fsync: 'off' }
const REFUSED = { code: '28P01', message: 'password authentication failed for user "plenum"' }
let root: string
let folder: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'plenum-secret-'))
  await chmod(root, 0o755)
  folder = join(root, 'postgres')
})
after(() => rm(root, { recursive: true }))

const withPassword = (url: string, password: string) => url.replace(/plenum:[^@]*@/, `plenum:${password}@`)

test('the password is random, and kept where only the account of the service reads it', async () => {
  const server = await startEmbedded({ folder, settings })
  const file = await stat(join(folder, 'password'))
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  const rows = await query(server.url, 'select 1 as one')

  await assert.rejects(query(withPassword(server.url, 'guessed'), 'select 1'), REFUSED)
  await server.stop()

  assert.match(password, /^[\w-]{43}$/)
  assert.equal(new URL(server.url).password, password)
  assert.deepEqual([file.mode & 0o777, file.uid], [0o600, process.getuid?.()])
  assert.deepEqual(rows, [{ one: 1 }])
})

test('the database of an older version, which asked for no password, gets one', async () => {
  const rules = join(folder, 'data', 'pg_hba.conf')
  await writeFile(rules, 'local all all trust\n')
  await rm(join(folder, 'password'))

  const server = await startEmbedded({ folder, settings })
  const found = await findEmbedded(folder)
  const rows = await query(found!, 'select 1 as one')
  await assert.rejects(query(withPassword(server.url, 'guessed'), 'select 1'), REFUSED)
  await server.stop()

  const { mode, uid } = await stat(rules)
  assert.deepEqual([found, rows], [server.url, [{ one: 1 }]])
  assert.deepEqual([mode & 0o777, uid], [0o600, (await stat(join(folder, 'data'))).uid])
})

test('a password that was lost is made anew', async () => {
  await rm(join(folder, 'password'))

  const server = await startEmbedded({ folder, settings })
  const rows = await query(server.url, 'select 1 as one')
  await server.stop()

  assert.deepEqual(rows, [{ one: 1 }])
})
