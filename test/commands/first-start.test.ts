import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sql from 'sql-template-tag'
import { loadSecret } from '../../src/access/secret.ts'
import { makeFirstAdmin } from '../../src/accounts/first-admin.ts'
import { logIn, signUp } from '../support/people.ts'
import { ADMIN, startTestService } from '../support/service.ts'

const root = await mkdtemp(join(tmpdir(), 'plenum-start-'))
after(() => rm(root, { recursive: true }))
const service = await startTestService()

const superAdmins = sql`select email, is_admin, is_super_admin, is_verified from users where is_super_admin`
const asSuperAdmin = (email: string) => ({ email, is_admin: true, is_super_admin: true, is_verified: true })

test('the first start makes an administrator with a random password, and no later start another', async () => {
  const first = await startTestService({ ADMIN_EMAIL: 'first@plenum.test', ADMIN_PASSWORD: '' })

  const { email, password } = first.firstAdmin!
  assert.equal(email, 'first@plenum.test')
  assert.match(password!, /^[\w-]{16}$/)
  await logIn(first, email, password!)
  assert.equal(
    await makeFirstAdmin(first.db, { email: 'second@plenum.test', password: undefined }),
    undefined,
  )
  assert.deepEqual(await first.db.query(superAdmins), [asSuperAdmin('first@plenum.test')])
})

test('a password that is configured is used and not shown', async () => {
  assert.deepEqual(service.firstAdmin, { email: ADMIN.email, password: undefined })
  await logIn(service, ADMIN.email, ADMIN.password)
})

test('an account with the address is made the administrator when there is none', async () => {
  const { id } = await signUp(service, 'promoted@plenum.test')
  await service.db.query(sql`delete from users where id <> ${id}`)

  await makeFirstAdmin(service.db, { email: 'Promoted@plenum.test', password: 'another password' })

  assert.deepEqual(await service.db.query(superAdmins), [asSuperAdmin('promoted@plenum.test')])
  await logIn(service, 'promoted@plenum.test', 'another password')
})

test('of several processes that start at once one makes the administrator', async () => {
  await service.db.query(sql`delete from users`)

  const made = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      makeFirstAdmin(service.db, { email: `admin${n}@plenum.test`, password: undefined }),
    ),
  )

  const [winner, ...others] = made.filter((one) => one !== undefined)
  assert.deepEqual(others, [])
  assert.deepEqual(await service.db.query(superAdmins), [asSuperAdmin(winner!.email)])
})

test('a secret is made once, kept where only its owner reads it, and the same for all processes', async () => {
  const folder = join(root, 'new', 'data')

  const secrets = await Promise.all([1, 2, 3, 4].map(() => loadSecret(undefined, folder)))

  const [secret] = secrets
  assert.match(secret!, /^[\w-]{43}$/)
  assert.deepEqual(secrets, [secret, secret, secret, secret])
  assert.equal(await loadSecret(undefined, folder), secret)
  assert.equal(await readFile(join(folder, 'secret'), 'utf8'), `${secret}\n`)
  assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600)
})

test('a secret that is configured is used and not kept', async () => {
  const folder = join(root, 'untouched')

  assert.equal(await loadSecret('as configured', folder), 'as configured')
  await assert.rejects(stat(folder), { code: 'ENOENT' })
})
