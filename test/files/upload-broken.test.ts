import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { readForm } from '../../src/web/form.ts'
import { startS3 } from '../../tools/s3.ts'
import { filesIn } from '../support/folders.ts'
import { signUp } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { fetchFile, upload, uploadFile } from '../support/uploads.ts'

const MB = 1024 * 1024
const service = await startTestService({ MAX_UPLOAD: '50MiB', PORT: '0' })
const port = Number(new URL(await service.listen()).port)
const user = await signUp(service)

const kept = ({ config }: TestService) => filesIn(config.dataDir)

/** Begins an upload by hand; the rest of it is up to the test. */
async function begin(
  path = '/v1/upload/file',
  to = port,
  length = 'transfer-encoding: chunked',
): Promise<Socket> {
  const socket = connect(to, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: plenum.test\r\nauthorization: JWT ${user.token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`,
  )
  return socket
}

const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="talk.zip"\r\n\r\n'

function send(socket: Socket, content: string | Buffer): boolean {
  socket.write(`${Buffer.byteLength(content).toString(16)}\r\n`)
  socket.write(content)
  return socket.write('\r\n')
}

for (const path of ['/v1/upload/file', '/v1/upload/image', '/v1/events/import/json']) {
  test(`a connection that is cut in the middle leaves nothing at ${path}`, async () => {
    const socket = await begin(path)
    send(socket, HEAD)
    send(socket, Buffer.alloc(3 * MB))
    await until(async () => (await kept(service)).length > 0)

    socket.destroy()

    await until(async () => (await kept(service)).length === 0)
  })
}

test('a connection that is cut between two files leaves nothing', async () => {
  const socket = await begin()
  const head = HEAD.replace('"file"', '"files"')
  send(socket, `${head}first\r\n${head}second`)
  await until(async () => (await kept(service)).length > 1)

  socket.destroy()

  await until(async () => (await kept(service)).length === 0)
})

test('a form without end is refused once it is larger than a file may be, and not read on', async () => {
  const socket = await begin()
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  send(socket, HEAD)
  let sent = 0
  while (!socket.destroyed && socket.writable && sent < 2_000 * MB) {
    sent += MB
    if (!send(socket, Buffer.alloc(MB))) await Promise.race([delay(50), closed])
  }
  await closed

  // Whoever still sends when the connection is closed may lose the answer with it: that is how TCP resets.
  if (answer !== '') assert.match(answer, /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is)
  assert.ok(sent < 200 * MB, `${sent / MB} MB were taken`)
  await until(async () => (await kept(service)).length === 0)
})

test('a form that falls silent is given up', async () => {
  const app = Fastify()
  after(() => app.close())
  await app.register(multipart)
  const limits = { fileSize: MB, files: 1, tooLarge: 'too large', silence: 200 }
  let fault: unknown
  app.post('/', async (request, reply) => {
    const read = readForm(request, reply, limits, async ({ file }) => {
      for await (const _ of file);
    })
    await read.catch((error) => {
      fault = error
      throw error
    })
  })
  const to = Number(new URL(await app.listen({ port: 0 })).port)
  const socket = await begin('/', to)
  const closed = new Promise((resolve) => socket.once('close', resolve))

  send(socket, HEAD)
  send(socket, 'and then nothing')

  await closed
  await until(() => fault !== undefined)
  assert.equal((fault as Error).message, 'The form data is malformed.')
})

test('twenty uploads at once are all right', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(MB + index, index))

  const urls = await Promise.all(
    contents.map(async (content) => {
      const form = new FormData()
      form.append('file', new Blob([content]), `part.${content[0]}.bin`)
      const headers = { authorization: `JWT ${user.token}` }
      const url = `http://127.0.0.1:${port}/v1/upload/file`
      const response = await fetch(url, { method: 'POST', headers, body: form })
      return ((await response.json()) as { url: string }).url
    }),
  )

  assert.equal(new Set(urls).size, 20)
  for (const [index, url] of urls.entries())
    assert.equal((await fetchFile(service, url)).equals(contents[index]!), true)
  assert.deepEqual(await filesIn(join(service.config.dataDir, 'temp')), [])
})

test('several files are stored all or not at all', async () => {
  const s3 = await startS3()
  const inBucket = await startTestService(s3.env)
  const caller = await signUp(inBucket)
  const put: string[] = []
  const removed: string[] = []
  s3.meddle = ({ method, url }, response) => {
    const key = url!.split('?')[0]!
    if (method === 'DELETE') removed.push(key)
    if (method !== 'PUT') return false
    put.push(key)
    if (put.length < 3) return false
    response.req.resume().once('end', () => response.writeHead(500).end())
    return true
  }

  const { status, body } = await upload(
    inBucket,
    caller,
    ['a', 'b', 'c'].map((name) => ({ field: 'files', name: `${name}.txt`, content: name })),
  )

  assert.deepEqual([status, body.errors[0].detail], [503, 'The file storage is unreachable. Try again soon.'])
  assert.deepEqual(removed, put.slice(0, 2))
  assert.deepEqual(await kept(inBucket), [])
})

const disk = await smallDisk()

test('a full disk is told as such and leaves nothing', { skip: disk.reason }, async () => {
  const small = await startTestService({ DATA_DIR: disk.folder })
  const caller = await signUp(small)
  const content = Buffer.alloc(6 * MB)

  const tooMuch = await upload(small, caller, [
    { field: 'file', name: 'a.bin', content: Buffer.alloc(20 * MB) },
  ])
  // Room for the temporary file, not for the second copy.
  const twice = await upload(small, caller, [{ field: 'file', name: 'b.bin', content }])

  const told = [503, 'The file storage is full.']
  assert.deepEqual([tooMuch.status, tooMuch.body.errors[0].detail], told)
  assert.deepEqual([twice.status, twice.body.errors[0].detail], told)
  assert.deepEqual(await kept(small), [])
  assert.match(await uploadFile(small, caller, 'c.bin', Buffer.alloc(MB)), /\.bin$/)
})

test('a limit on the size of files is told as a full disk', {
  skip: !existsSync('/usr/bin/prlimit'),
}, async () => {
  const small = await startTestService()
  const caller = await signUp(small)
  const limit = (bytes: string) =>
    execFileSync('/usr/bin/prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])

  limit(String(MB))
  const answers = await Promise.all([
    upload(small, caller, [{ field: 'file', name: 'a.bin', content: Buffer.alloc(2 * MB) }]),
    upload(small, caller, [{ field: 'file', name: 'a.bin', content: Buffer.alloc(6 * MB) }]),
  ]).finally(() => limit('unlimited'))

  const told = [503, 'The file storage is full.']
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.errors[0].detail]),
    [told, told],
  )
  assert.deepEqual(await kept(small), [])
})

/** A disk of 10 MB; only root may mount one. */
async function smallDisk(): Promise<{ folder: string; reason: string | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'plenum-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    return { folder, reason: `a small disk cannot be mounted here: ${(error as Error).message}` }
  }
  after(async () => {
    execFileSync('umount', ['-l', folder])
    await rmdir(folder)
  })
  return { folder, reason: undefined }
}
