import assert from 'node:assert/strict'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { checkStorage } from '../../src/files/check-storage.ts'
import { localStorage } from '../../src/files/local-storage.ts'
import { s3Storage } from '../../src/files/s3-storage.ts'
import { startS3 } from '../../tools/s3.ts'
import { filesIn, temporaryFolder } from '../support/folders.ts'
import { startTestService } from '../support/service.ts'

const s3 = await startS3()
const MB = 1024 * 1024
const OUT_OF_REACH = {
  name: 'UnavailableError',
  status: 503,
  message: 'The file storage is unreachable. Try again soon.',
}

afterEach(() => {
  s3.meddle = undefined
})

/** What a start with this environment says. */
async function complaintOf(env: Record<string, string>): Promise<string> {
  const { storage } = readConfig({ ...s3.env, ...env })
  const checked = checkStorage(s3Storage(storage.s3!), storage)
  return checked.then(
    () => 'nothing',
    (error: Error) => error.message,
  )
}

test('a service does not start with a storage that does not work', async () => {
  await assert.rejects(startTestService({ ...s3.env, S3_BUCKET: 'missing' }), {
    message:
      'Files cannot be written to the bucket missing: The specified bucket does not exist. Check STORAGE and the variables that begin with S3_.',
  })
})

test('the start says what is wrong with a bucket', async () => {
  assert.equal(await complaintOf({}), 'nothing')
  assert.match(
    await complaintOf({ S3_ACCESS_KEY_ID: 'somebody', S3_SECRET_ACCESS_KEY: 'else' }),
    /^Files cannot be written to the bucket plenum: .*access key id.*\w\. Check STORAGE and the variables that begin with S3_\.$/i,
  )
  assert.match(
    await complaintOf({ S3_ENDPOINT: 'http://127.0.0.1:9' }),
    /^Files cannot be written to the bucket plenum: connect ECONNREFUSED 127\.0\.0\.1:9\. Check STORAGE/,
  )
})

test('the start says so when a bucket can be written to and not read, and leaves no probe there', async () => {
  const removed: string[] = []
  s3.meddle = ({ method, url }, response) => {
    if (method === 'DELETE') removed.push(url!)
    if (method !== 'GET') return false
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
    return true
  }

  assert.equal(
    await complaintOf({}),
    'Files cannot be read from the bucket plenum: Access Denied. Check STORAGE and the variables that begin with S3_.',
  )
  assert.equal(removed.length, 1)
  assert.match(removed[0]!, /^\/plenum\/private\/probe\//)
})

test('the start says what is wrong with the folder', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'files'), 'not a folder')

  await assert.rejects(
    checkStorage(localStorage(join(dataDir, 'files')), { kind: 'local', s3: undefined }),
    /^Error: Files cannot be written to the folder for files in DATA_DIR: .*(ENOTDIR|EEXIST).* Check DATA_DIR and its permissions\.$/,
  )
})

test('the start leaves nothing of its probe in the folder', async () => {
  const folder = await temporaryFolder()
  await mkdir(folder, { recursive: true })

  await checkStorage(localStorage(folder), { kind: 'local', s3: undefined })

  assert.deepEqual(await filesIn(folder), [])
})

test('what a killed process left unfinished is removed after a day', async () => {
  const dataDir = await temporaryFolder()
  const [drafts, temp] = [join(dataDir, 'files', '.drafts'), join(dataDir, 'temp')]
  const longAgo = new Date(Date.now() - 25 * 3600_000)
  for (const folder of [drafts, temp]) {
    await mkdir(folder, { recursive: true })
    for (const name of ['old', 'young']) await writeFile(join(folder, name), 'half a file')
    await utimes(join(folder, 'old'), longAgo, longAgo)
  }

  await startTestService({ DATA_DIR: dataDir })

  assert.deepEqual(await filesIn(dataDir), ['files/.drafts/young', 'temp/young'])
})

test('a bucket that answers 500 or 503 for a while is asked again', async () => {
  const storage = s3Storage(s3.config)
  const content = Buffer.alloc(20 * MB, 'x')
  const asked: string[] = []
  const failTwice = () => {
    let left = 2
    s3.meddle = ({ method }, response) => {
      asked.push(method!)
      return left-- > 0 && fail(response, left === 1 ? 500 : 503)
    }
  }

  failTwice()
  await storage.put('patient/file', Readable.from([content]))
  failTwice()
  assert.deepEqual(await storage.find('patient/file'), { size: 20 * MB })
  failTwice()
  assert.equal((await buffer(await storage.read('patient/file'))).equals(content), true)
  failTwice()
  await storage.remove('patient/file')

  assert.deepEqual(asked.slice(-9), [
    ...Array(3).fill('HEAD'),
    ...Array(3).fill('GET'),
    ...Array(3).fill('DELETE'),
  ])
  s3.meddle = undefined
  assert.equal(await storage.find('patient/file'), undefined)
})

test('a bucket that goes on failing is told as such, and keeps nothing of what was sent', async () => {
  const storage = s3Storage(s3.config)
  s3.meddle = ({ method, url }, response) => isPart(method, url, 2) && fail(response, 500)

  await assert.rejects(storage.put('impatient/file', Readable.from([Buffer.alloc(20 * MB)])), OUT_OF_REACH)
  assert.deepEqual(await s3.unfinished(), [])
  assert.equal(await storage.find('impatient/file'), undefined)

  s3.meddle = (_request, response) => fail(response, 500)
  await assert.rejects(storage.find('impatient/file'), OUT_OF_REACH)
  await assert.rejects(storage.read('impatient/file'), OUT_OF_REACH)
  await assert.rejects(storage.remove('impatient/file'), OUT_OF_REACH)
})

test('a bucket that does not answer is given up', async () => {
  const storage = s3Storage(s3.config, { silence: 200 })
  let asked = 0
  s3.meddle = () => ++asked > 0

  await assert.rejects(storage.find('silent/file'), OUT_OF_REACH)
  assert.equal(asked, 3)
})

test('a clock that was wrong and is set right fails no request', async () => {
  const date = new Date(Date.now() + 3600_000).toUTCString()
  const storage = s3Storage(s3.config)
  /** Two answers that a bucket gives while the clock of this machine is an hour behind. */
  const fallBehind = async () => {
    const statuses = [403, 200]
    s3.meddle = (_request, response) => {
      response.sendDate = false
      response.writeHead(statuses.shift()!, { date }).end()
      return true
    }
    await storage.find('clock/any')
    assert.deepEqual(statuses, [])
    s3.meddle = undefined
  }

  await fallBehind()
  await storage.put('clock/file', Readable.from([Buffer.from('on time')]))
  await fallBehind()
  assert.deepEqual(await storage.find('clock/file'), { size: 7 })
  await fallBehind()
  assert.equal(await text(await storage.read('clock/file')), 'on time')
  await fallBehind()
  await storage.remove('clock/file')

  assert.equal(await storage.find('clock/file'), undefined)
})

test('a read that stops in the middle is given up', async () => {
  const storage = s3Storage(s3.config, { silence: 200 })
  await storage.put('slow/file', Readable.from([Buffer.from('0123456789')]))
  s3.meddle = ({ method }, response) => {
    if (method !== 'GET') return false
    response.writeHead(200, { 'content-length': '10' })
    response.write('01234')
    return true
  }

  const content = await storage.read('slow/file')

  await assert.rejects(text(content), OUT_OF_REACH)
})

function isPart(method: string | undefined, url: string | undefined, number: number): boolean {
  return method === 'PUT' && new URL(url!, 'http://s3').searchParams.get('partNumber') === String(number)
}

/** Answers once the request was read, as a server does that fails at its work. */
function fail(response: ServerResponse, status: number): boolean {
  const request = response.req as IncomingMessage
  request.resume().once('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(
      '<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>',
    )
  })
  return true
}
