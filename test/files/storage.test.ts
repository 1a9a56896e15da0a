import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { localStorage } from '../../src/files/local-storage.ts'
import { s3Storage } from '../../src/files/s3-storage.ts'
import type { Storage } from '../../src/files/storage.ts'
import { startS3 } from '../../tools/s3.ts'
import { filesIn, temporaryFolder } from '../support/folders.ts'

const MB = 1024 * 1024

interface Backend {
  storage: Storage
  /** The bytes that the storage has taken in of a file that it has not whole yet. */
  taken(): Promise<number>
  /** What is left of files that never became whole. */
  remains(): Promise<string[]>
}

const folder = await temporaryFolder()
const drafts = join(folder, '.drafts')
const s3 = await startS3()
let before = 0

const backends: Record<string, Backend> = {
  'a local folder': {
    storage: localStorage(folder),
    async taken() {
      const [draft] = await filesIn(drafts)
      return draft ? (await stat(join(drafts, draft))).size : 0
    },
    remains: () => filesIn(drafts),
  },
  'a bucket': {
    storage: s3Storage(s3.config),
    taken: async () => s3.received() - before,
    remains: () => s3.unfinished(),
  },
}

for (const [name, { storage, taken, remains }] of Object.entries(backends)) {
  describe(`a file in ${name}`, () => {
    test('is found and read with the bytes that were put', async () => {
      const content = randomBytes(100_000)

      const put = await storage.put('media/one/file.bin', Readable.from([content]))

      assert.deepEqual(put, { size: 100_000 })
      assert.deepEqual(await storage.find('media/one/file.bin'), { size: 100_000 })
      assert.equal((await buffer(await storage.read('media/one/file.bin'))).equals(content), true)
    })

    test('is read in part, both ends included', async () => {
      await storage.put('range.txt', source('0123456789'))

      const read = (start: number, end: number) => storage.read('range.txt', { start, end }).then(text)
      assert.deepEqual([await read(0, 3), await read(4, 4), await read(7, 9)], ['0123', '4', '789'])
    })

    test('is replaced whole by another under the same key', async () => {
      await storage.put('twice.txt', source('the first, which is longer'))
      await storage.put('twice.txt', source('the second'))

      assert.deepEqual(await storage.find('twice.txt'), { size: 10 })
      assert.equal(await text(await storage.read('twice.txt')), 'the second')
    })

    test('may be empty', async () => {
      assert.deepEqual(await storage.put('empty', source('')), { size: 0 })
      assert.deepEqual(await storage.find('empty'), { size: 0 })
    })

    test('that is not there is not found, cannot be read, and may be removed', async () => {
      assert.equal(await storage.find('nothing/here'), undefined)
      await assert.rejects(storage.read('nothing/here'))
      await storage.remove('nothing/here')
    })

    test('is gone when it was removed', async () => {
      await storage.put('gone.txt', source('soon gone'))

      await storage.remove('gone.txt')

      assert.equal(await storage.find('gone.txt'), undefined)
      await assert.rejects(storage.read('gone.txt'))
    })

    test('is not there, not even in part, when its source breaks early or late', async () => {
      for (const size of [1_000, 20 * MB]) {
        await assert.rejects(storage.put('broken', breaking(size)), { message: 'the source broke' })

        assert.equal(await storage.find('broken'), undefined)
        assert.deepEqual(await remains(), [])
      }
    })

    test('is not there when its source is given up without an error', async () => {
      const content = new Readable({ read() {} })
      content.push(Buffer.alloc(MB))
      setImmediate(() => content.destroy())

      await assert.rejects(storage.put('given-up', content))

      assert.equal(await storage.find('given-up'), undefined)
      assert.deepEqual(await remains(), [])
    })

    test('stays as it was when the source of its successor breaks', async () => {
      await storage.put('kept.txt', source('still here'))

      await assert.rejects(storage.put('kept.txt', breaking(10 * MB)), { message: 'the source broke' })

      assert.equal(await text(await storage.read('kept.txt')), 'still here')
    })

    test('of 48 MB passes through without being held', async () => {
      before = s3.received()
      let most = 0
      async function* content() {
        for (let given = 0; given < 48 * MB; given += MB) {
          most = Math.max(most, given - (await taken()))
          yield Buffer.alloc(MB, given / MB)
        }
      }

      assert.deepEqual(await storage.put('large', Readable.from(content())), { size: 48 * MB })

      assert.ok(most <= 34 * MB, `${most / MB} MB were held`)
      const last = await buffer(await storage.read('large', { start: 47 * MB, end: 48 * MB - 1 }))
      assert.equal(last.equals(Buffer.alloc(MB, 47)), true)
    })

    test('has no key that could lead out of its place', async () => {
      const keys = ['', '/etc/passwd', '../up', 'a/../up', 'a/..', 'a//b', 'a/', '.hidden', 'a/.b', 'a\\b']
      for (const key of [...keys, 'a\0b', 'a b', 'ä', 'a%2fb', 'x'.repeat(501)]) {
        const message = `Not a key of the storage: ${JSON.stringify(key)}`
        await assert.rejects(storage.put(key, source('bad')), { message })
        await assert.rejects(storage.find(key), { message })
        await assert.rejects(storage.read(key), { message })
        await assert.rejects(storage.remove(key), { message })
      }
    })
  })
}

test('a folder has no links of its own: the service sends its files', () => {
  assert.equal(backends['a local folder']!.storage.link, undefined)
})

test('a link to a file in a bucket opens it for a while, with the type and the name that were asked for', async () => {
  const { storage } = backends['a bucket']!
  await storage.put('linked.zip', source('the archive'), 'application/zip')
  const answer = { type: 'application/x-other', disposition: 'attachment; filename="event7.zip"' }

  const link = await storage.link!('linked.zip', answer, 900)

  const response = await fetch(link)
  assert.deepEqual(
    {
      expires: new URL(link).searchParams.get('X-Amz-Expires'),
      status: response.status,
      type: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition'),
      body: await response.text(),
    },
    { expires: '900', status: 200, ...answer, body: 'the archive' },
  )
})

test('the bucket stands in the path or in the host, as is configured', async () => {
  const config = { ...s3.config, endpoint: 'https://s3.example.org' }
  const answer = { type: 'text/plain', disposition: 'inline' }
  const linkOf = async (forcePathStyle: boolean) => {
    const { host, pathname } = new URL(
      await s3Storage({ ...config, forcePathStyle }).link!('a/b', answer, 60),
    )
    return { host, pathname }
  }

  assert.deepEqual(await linkOf(true), { host: 's3.example.org', pathname: `/${config.bucket}/a/b` })
  assert.deepEqual(await linkOf(false), { host: `${config.bucket}.s3.example.org`, pathname: '/a/b' })
})

function source(content: string): Readable {
  return Readable.from(content === '' ? [] : [Buffer.from(content)])
}

function breaking(size: number): Readable {
  async function* content() {
    for (let given = 0; given < size; given += MB) yield Buffer.alloc(Math.min(MB, size - given))
    throw new Error('the source broke')
  }
  return Readable.from(content())
}
