/** Root starts PostgreSQL in a folder that the lent account can reach, as in a container with a volume. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, lstat, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { accountOf, lentAccount, postmasterOf, query, spawnService } from '../support/spawn-service.ts'

const settings = { fsync: 'off' }
const canUnshare = spawnSync('unshare', ['-m', '-p', '-f', 'true']).status === 0

describe('started by root in a folder within reach', {
  skip: process.getuid?.() !== 0 && 'only root can show it',
}, () => {
  let root: string
  before(async () => {
    root = await mkdtemp('/tmp/plenum-reach-')
    await chmod(root, 0o755)
  })
  after(() => rm(root, { recursive: true }))

  test('the database stays in the data folder, which may be a volume', async () => {
    const folder = join(root, 'postgres')
    const server = await startEmbedded({ folder, settings })
    const account = await accountOf(await postmasterOf(folder))
    await server.stop()

    const { uid, gid } = await stat(join(folder, 'data'))
    assert.equal((await lstat(folder)).isDirectory(), true)
    assert.deepEqual([account, { uid, gid, groups: '' }], [lentAccount(), lentAccount()])
  })

  test('on a machine without a user postgres it runs as nobody', { skip: !canUnshare }, async () => {
    const folder = join(root, 'nobody')
    const users = join(root, 'passwd')
    await writeFile(users, 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/nonexistent:/bin/false\n')
    const inside = ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/passwd && exec "$@"', users]

    const service = await spawnService(folder, { inside })
    const rows = await query(service.firstLine, 'select 1 as one')
    const account = await accountOf(await postmasterOf(folder))
    process.kill(service.pid, 'SIGINT')
    await service.ended
    const again = await startEmbedded({ folder, settings })
    const accountAgain = await accountOf(await postmasterOf(folder))
    await again.stop()

    const expected = { uid: 65534, gid: 65534, groups: '' }
    assert.deepEqual([rows, account, accountAgain], [[{ one: 1 }], expected, expected])
  })

  test('a server in another container that shares the folder is left alone', {
    skip: !canUnshare,
  }, async () => {
    const folder = join(root, 'postgres')
    const service = await spawnService(folder, { inside: ['unshare', '-p', '-f', '--mount-proc'] })

    await assert.rejects(startEmbedded({ folder, settings }), {
      message:
        `Plenum is already running with the data folder ${folder}, in another container. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    })

    assert.deepEqual(await query(service.firstLine, 'select 1 as one'), [{ one: 1 }])
    process.kill(-service.pid, 'SIGINT')
    assert.equal((await service.ended).code, 0)
  })

  test('a folder that has come out of reach is explained', async () => {
    const folder = join(root, 'postgres')
    await chmod(root, 0o700)

    await assert.rejects(startEmbedded({ folder, settings }), {
      message:
        `PostgreSQL cannot run as root, and the user it runs as (ID ${lentAccount().uid}) ` +
        `cannot enter ${folder}. ` +
        'Make its parent folders accessible (chmod o+x), or set DATA_DIR to another folder.',
    })
    await chmod(root, 0o755)
  })

  test('a data folder of another user is refused', async () => {
    const folder = join(root, 'postgres')
    await chown(folder, 12345, 12345)

    await assert.rejects(startEmbedded({ folder, settings }), {
      message:
        `The data folder ${folder} belongs to the user with ID 12345. ` +
        'Start Plenum as that user, or set DATA_DIR to another folder.',
    })
  })
})
