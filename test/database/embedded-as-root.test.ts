/** PostgreSQL does not run as root: who runs it then, and where its programs and its data lie. */
import assert from 'node:assert/strict'
import {
  cp,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { endPostmaster } from '../../src/database/embedded/postmaster.ts'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { takeLock } from '../../src/system/process-lock.ts'
import {
  accountOf,
  copyCheckout,
  lentAccount,
  postmasterOf,
  query,
  spawnService,
} from '../support/spawn-service.ts'

const SHARED = '/var/lib/plenum'
const settings = { fsync: 'off' }
/** Programs of a version of their own are copied to a place of their own. */
const version = `0.0.0-test-${process.pid}`
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)

describe('started by root', { skip: process.getuid?.() !== 0 && 'only root can show it' }, () => {
  let home: string
  before(async () => {
    home = await mkdtemp('/tmp/plenum-home-')
  })
  after(async () => {
    await rm(join(SHARED, `postgresql-${version}`), { recursive: true, force: true })
    for (const name of await readdir(SHARED)) {
      const link = await readFile(join(SHARED, name, 'link'), 'utf8').catch(() => '')
      if (link.startsWith(home)) await rm(join(SHARED, name), { recursive: true })
    }
    await rm(home, { recursive: true })
  })

  test('two services under a home folder that only root may enter run at once, as another user', async () => {
    const checkout = join(home, 'my checkout')
    await copyWithVersion(checkout)
    const folders = [join(home, 'one', 'postgres'), join(home, 'two', 'postgres')]

    const services = await Promise.all(folders.map((folder) => spawnService(folder, { checkout })))
    const answers = await Promise.all(services.map(({ firstLine }) => query(firstLine, 'select 1 as one')))
    const servers = await Promise.all(folders.map(async (folder) => accountOf(await postmasterOf(folder))))
    for (const { pid } of services) process.kill(pid, 'SIGINT')
    const ends = await Promise.all(services.map(({ ended }) => ended.then(({ code }) => code)))

    assert.deepEqual(answers, [[{ one: 1 }], [{ one: 1 }]])
    assert.deepEqual(servers, [lentAccount(), lentAccount()])
    assert.deepEqual(ends, [0, 0])
    const places = await Promise.all(folders.map((folder) => readlink(folder)))
    assert.deepEqual(places.map(dirname), [SHARED, SHARED])
    assert.notEqual(places[0], places[1])
    const copies = (await readdir(SHARED)).filter((name) => name.includes(version))
    assert.deepEqual(copies, [`postgresql-${version}`])
  })

  test('a deleted data folder means a fresh database', async () => {
    const folder = join(home, 'deleted', 'postgres')
    const old = await startEmbedded({ folder, settings })
    await query(old.url, 'create table old ()')
    await old.stop()
    await rm(dirname(folder), { recursive: true })

    const fresh = await startEmbedded({ folder, settings })
    const tables = await query(fresh.url, "select to_regclass('old') as old")
    await fresh.stop()

    assert.deepEqual(tables, [{ old: null }])
  })

  test('the database of a deleted data folder is kept for as long as it was in use, at most a week', async () => {
    const folder = join(home, 'forgotten', 'postgres')
    await (await startEmbedded({ folder, settings })).stop()
    const place = await readlink(folder)
    await rm(folder)
    const remainsAfter = async (days: number, daysInUse: number) => {
      const [lastUse, made] = [daysAgo(days), daysAgo(days + daysInUse)]
      await utimes(join(place, 'data', 'PG_VERSION'), made, made)
      await utimes(place, lastUse, lastUse)
      await (await startEmbedded({ folder: join(home, 'deleted', 'postgres'), settings })).stop()
      return (await readdir(SHARED)).includes(basename(place))
    }

    assert.equal(await remainsAfter(0, 0), true)
    assert.equal(await remainsAfter(2, 3), true)
    assert.equal(await remainsAfter(6, 300), true)
    assert.equal(await remainsAfter(8, 300), false)
  })

  test('the database of a deleted data folder that was hardly used is removed soon', async () => {
    const folder = join(home, 'tried', 'postgres')
    await (await startEmbedded({ folder, settings })).stop()
    const place = await readlink(folder)
    await rm(folder)
    await utimes(place, daysAgo(0.1), daysAgo(0.1))

    await (await startEmbedded({ folder: join(home, 'deleted', 'postgres'), settings })).stop()

    await assert.rejects(stat(place), { code: 'ENOENT' })
  })

  test('a database that is in use is not removed, whatever became of its data folder', async () => {
    const folder = join(home, 'in use', 'postgres')
    const service = await spawnService(folder)
    const place = await readlink(folder)
    const server = await postmasterOf(folder)
    await rm(dirname(folder), { recursive: true })
    const startAnother = async () => {
      await utimes(place, daysAgo(8), daysAgo(8))
      await (await startEmbedded({ folder: join(home, 'deleted', 'postgres'), settings })).stop()
    }

    await startAnother()
    const whileServiceRuns = await query(service.firstLine, 'select 1 as one')
    process.kill(service.pid, 'SIGKILL')
    await service.ended
    await startAnother()
    const whileServerRuns = await query(service.firstLine, 'select 1 as one')
    await endPostmaster(server)
    await takeLock(join(place, 'lock'))
    await startAnother()

    assert.deepEqual([whileServiceRuns, whileServerRuns], [[{ one: 1 }], [{ one: 1 }]])
    assert.equal((await stat(place)).isDirectory(), true)
  })

  test('a moved data folder keeps its database, and a copied one gets its own', async () => {
    const folder = join(home, 'first', 'postgres')
    const first = await startEmbedded({ folder, settings })
    await query(first.url, 'create table moved ()')
    await first.stop()
    await rename(join(home, 'first'), join(home, 'moved'))

    const moved = await startEmbedded({ folder: join(home, 'moved', 'postgres'), settings })
    const movedTable = await query(moved.url, "select to_regclass('moved') as name")
    await cp(join(home, 'moved'), join(home, 'copied'), { recursive: true, verbatimSymlinks: true })
    const copied = await startEmbedded({ folder: join(home, 'copied', 'postgres'), settings })
    const copiedTable = await query(copied.url, "select to_regclass('moved') as name")
    await Promise.all([moved.stop(), copied.stop()])

    assert.deepEqual([movedTable, copiedTable], [[{ name: 'moved' }], [{ name: null }]])
  })

  test('a database that has disappeared is not replaced by an empty one', async () => {
    const folder = join(home, 'lost', 'postgres')
    await (await startEmbedded({ folder, settings })).stop()
    const place = await readlink(folder)
    await rm(place, { recursive: true })

    await assert.rejects(startEmbedded({ folder, settings }), {
      message:
        `The database for ${folder} was stored in ${place}, which no longer exists. ` +
        `Restore that folder, or remove ${folder} to start with an empty database.`,
    })
  })
})

async function copyWithVersion(checkout: string): Promise<void> {
  const description = join(await copyCheckout(checkout), 'package.json')
  await writeFile(
    description,
    JSON.stringify({ ...JSON.parse(await readFile(description, 'utf8')), version }),
  )
}
