/** What is not restored: backups that are damaged, forged or too new. And what is: those of older versions. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { makeBackup } from '../../src/backup/backup.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { settleRestore } from '../../src/backup/swap.ts'
import { appliedMigrations, buildAt, migrate, pendingMigrations } from '../../src/database/migrate.ts'
import { withConnection } from '../../src/database/single-connection.ts'
import { removeTables } from '../../src/database/tables.ts'
import { packZip, unzip } from '../../tools/zips.ts'
import { type Members, tampered } from '../support/backups.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import type { Json } from '../support/service.ts'
import { until } from '../support/until.ts'

const root = await mkdtemp(join(tmpdir(), 'plenum-restore-'))
after(() => rm(root, { recursive: true }))

interface Installation {
  url: string
  dataDir: string
  query(text: string): Promise<Json[]>
}

let count = 0
async function install(): Promise<Installation> {
  const { url, drop } = await freshDatabase()
  after(drop)
  const dataDir = join(root, String(++count))
  await mkdir(join(dataDir, 'files', 'media'), { recursive: true })
  const query = (text: string) =>
    withConnection(url, async (connection) => (await connection.query(text)).rows)
  return { url, dataDir, query }
}

async function backUp(
  { url, dataDir }: Installation,
  neededFiles = async () => [] as string[],
): Promise<Buffer> {
  let content = Buffer.alloc(0)
  const source = {
    url,
    dataDir,
    version: '1.2.3',
    publicUrl: 'http://plenum.test',
    bucket: null,
    secretId: 'x.',
  }
  const options = { signal: new AbortController().signal, progress() {} }
  await makeBackup({ ...source, hasSecretFile: true, neededFiles }, options, async (output) => {
    content = await buffer(output)
  })
  return content
}

async function restore({ url, dataDir }: Installation, backup: Buffer, isForced = true): Promise<void> {
  const path = join(root, 'backup.zip')
  await writeFile(path, backup)
  const options = { isForced, signal: new AbortController().signal, progress() {} }
  await restoreBackup(path, { url, dataDir }, options)
}

const addUser = ({ query }: Installation, email: string) =>
  query(`insert into users (email, password_hash) values ('${email}', 'x')`)
const usersOf = async ({ query }: Installation) =>
  (await query('select email from users order by id')).map(({ email }) => email)

const origin = await install()
await addUser(origin, 'ada@example.org')
await writeFile(join(origin.dataDir, 'secret'), 'the secret')
await writeFile(join(origin.dataDir, 'files', 'media', 'a.txt'), 'a file')
const backup = await backUp(origin)

const target = await install()
await addUser(target, 'here@example.org')
await writeFile(join(target.dataDir, 'secret'), 'another secret')
await writeFile(join(target.dataDir, 'files', 'media', 'b.txt'), 'another file')

/** All that a restore could change. */
async function stateOf(installation: Installation): Promise<Json> {
  const entries = await readdir(installation.dataDir, { recursive: true })
  const secret = await readFile(join(installation.dataDir, 'secret'), 'utf8')
  return { users: await usersOf(installation), secret, entries: entries.sort() }
}

const HERE = await stateOf(target)

const FORGERIES: Record<string, [(members: Members, manifest: Json) => void, RegExp]> = {
  'a table that was changed': [
    (members) => {
      members['tables/users'] = String(members['tables/users']).replace('ada@', 'eve@')
    },
    /^The backup is damaged: tables\/users does not match the manifest\.$/,
  ],
  'a file that was changed': [
    (members) => {
      members['files/media/a.txt'] = 'b file'
    },
    /^The backup is damaged: files\/media\/a\.txt does not match the manifest\.$/,
  ],
  'a file that is missing': [
    (members) => {
      delete members['files/media/a.txt']
    },
    /^The backup is damaged: files\/media\/a\.txt is missing\.$/,
  ],
  'a member that nobody lists': [
    (members) => {
      members['files/extra'] = 'extra'
    },
    /^The backup contains a file that its manifest does not list: files\/extra\.$/,
  ],
  'a file that would leave the folder': [
    (members, manifest) => {
      members['files/..%2f..%2fsecret'] = 'x'
      manifest.files['../../secret'] = manifest.files['media/a.txt']
    },
    /^The backup contains a file name that is not allowed: "\.\.\/\.\.\/secret"\.$/,
  ],
  'a newer format': [
    (_members, manifest) => {
      manifest.format = 2
    },
    /^The backup was made by a newer version of Plenum\. Restore it with that version\.$/,
  ],
  'a newer migration': [
    (_members, manifest) => manifest.migrations.push({ name: '9999_future.sql', checksum: 'x' }),
    /^The backup was made with the migration 9999_future\.sql, which this version does not have\./,
  ],
  'a manifest of another shape': [
    (_members, manifest) => {
      manifest.tables = 'all'
    },
    /^The backup manifest is damaged\.$/,
  ],
  'columns that are no columns': [
    (_members, manifest) => {
      manifest.tables[0].columns = ["id) to program 'x'; --"]
    },
    /^The tables of the backup do not match its migrations\.$/,
  ],
  'a record that refers to none': [
    (members, manifest) => {
      const table = manifest.tables.find(({ name }: Json) => name === 'speakers_sessions')
      const row = Buffer.from('77\t78\n')
      members['tables/speakers_sessions'] = row
      Object.assign(table, { bytes: row.length, sha256: createHash('sha256').update(row).digest('hex') })
    },
    /violates foreign key constraint "speakers_sessions_/,
  ],
}

describe('a backup', { concurrency: false }, () => {
  it('is of one moment: what is written after its beginning is not part of it', async () => {
    const busy = await install()
    await addUser(busy, 'early@example.org')
    await writeFile(join(busy.dataDir, 'secret'), 'the secret')

    const saved = await withConnection(busy.url, async (connection) => {
      await connection.query('begin; lock table events in access exclusive mode')
      const saving = backUp(busy)
      await until(async () => {
        const { rows } = await connection.query(
          `select 1 from pg_locks where relation = 'events'::regclass and not granted`,
        )
        return rows.length > 0
      })
      await connection.query(
        `insert into users (email, password_hash) values ('late@example.org', 'x'); commit`,
      )
      return saving
    })

    const lines = String((await unzip(saved)).get('tables/users'))
      .trimEnd()
      .split('\n')
    assert.deepEqual(
      lines.map((line) => line.split('\t').find((value) => value.includes('@'))),
      ['early@example.org'],
    )
  })

  it('begins again when a file that it needs went too early, and gives up looking for one that never was', async () => {
    let looks = 0
    const saved = await backUp(origin, async () => {
      if (++looks === 1) await writeFile(join(origin.dataDir, 'files', 'late.zip'), 'late')
      return ['late.zip']
    })
    await rm(join(origin.dataDir, 'files', 'late.zip'))
    let others = 0
    const without = await backUp(origin, async () => {
      others++
      return ['never.zip']
    })

    assert.deepEqual([looks, others], [2, 5])
    assert.equal(String((await unzip(saved)).get('files/late.zip')), 'late')
    assert.deepEqual(
      [...(await unzip(without)).keys()].filter((name) => name.startsWith('files/')),
      ['files/media/a.txt'],
    )
  })
})

describe('a restore', { concurrency: false }, () => {
  for (const [what, [change, fault]] of Object.entries(FORGERIES)) {
    it(`refuses ${what}, and changes nothing`, async () => {
      const forged = await tampered(backup, change)

      await assert.rejects(restore(target, forged), { message: fault })

      assert.deepEqual(await stateOf(target), HERE)
    })
  }

  it('refuses what is no backup, or not all of one, and changes nothing', async () => {
    const members = await unzip(backup)
    const named = [...members].map(([name, content]) => ({ name, content }))
    const climbing = packZip([...named, { name: '../evil', content: 'x' }])
    const edited = packZip(
      named.map(({ name, content }) => ({
        name,
        content: name === 'manifest.json' ? String(content).replace('1.2.3', '1.2.4') : content,
      })),
    )

    await assert.rejects(restore(target, Buffer.from('no zip')), /is not a valid zip archive/)
    await assert.rejects(restore(target, backup.subarray(0, -100)), /is not a valid zip archive/)
    await assert.rejects(
      restore(target, packZip([])),
      /^Error: The file is not a Plenum backup: it has no manifest\.$/,
    )
    await assert.rejects(restore(target, climbing), /is not a valid zip archive: invalid relative path/)
    await assert.rejects(restore(target, edited), /^Error: The backup manifest is damaged\.$/)
    await assert.rejects(
      restore(target, backup, false),
      /^Error: The database is not empty: it has 1 accounts/,
    )

    assert.deepEqual(await stateOf(target), HERE)
  })

  it('brings a backup of an older version up to date', async () => {
    const older = await install()
    await writeFile(join(older.dataDir, 'secret'), 'the old secret')
    await withConnection(older.url, async (connection) => {
      const level = (await appliedMigrations(connection)).slice(0, 3)
      await removeTables(connection)
      await buildAt(connection, level)
    })
    await addUser(older, 'old@example.org')
    const old = await backUp(older)

    const renewed = await install()
    await restore(renewed, old)

    assert.deepEqual(await usersOf(renewed), ['old@example.org'])
    assert.deepEqual(await pendingMigrations(renewed.url), [])
    await migrate(older.url)
    const columns = `select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' order by 1, 2`
    assert.deepEqual(await renewed.query(columns), await older.query(columns))
  })

  it('that was committed and then killed is finished by the next start, another one is taken back', async () => {
    const killed = await install()
    await addUser(killed, 'restored@example.org')
    await writeFile(join(killed.dataDir, 'secret'), 'old')
    await writeFile(join(killed.dataDir, 'files', 'old.txt'), 'old')
    const [committed, broken] = [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ]
    for (const id of [committed, broken]) {
      const stage = join(killed.dataDir, `restore-${id}`)
      await mkdir(join(stage, 'files'), { recursive: true })
      await writeFile(join(stage, 'files', 'new.txt'), id)
      await writeFile(join(stage, 'secret'), `the secret of ${id}`)
    }
    await killed.query(`comment on table migrations is 'restored ${committed}'`)

    await settleRestore(killed.url, killed.dataDir)
    await settleRestore(killed.url, killed.dataDir)

    assert.deepEqual(await stateOf(killed), {
      users: ['restored@example.org'],
      secret: `the secret of ${committed}`,
      entries: ['files', 'files/new.txt', 'secret'],
    })
    assert.equal(await readFile(join(killed.dataDir, 'files', 'new.txt'), 'utf8'), committed)
  })

  it('replaces all that was there', async () => {
    await restore(target, backup)

    assert.deepEqual(await stateOf(target), {
      users: ['ada@example.org'],
      secret: 'the secret',
      entries: ['files', 'files/media', 'files/media/a.txt', 'secret'],
    })
  })
})
