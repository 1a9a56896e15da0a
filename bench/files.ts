/**
 * How much memory large files take: `node bench/files.ts [upload] [media]`, sizes in MiB, 2048 and 1024 by default.
 * The service runs as a process of its own, with an embedded database and local storage in a temporary folder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

const MiB = 1024 * 1024
const [uploadSize, mediaSize] = [process.argv[2] ?? 2048, process.argv[3] ?? 1024].map(Number) as [
  number,
  number,
]
const GOALS = { upload: 64, export: 100 }
const ADMIN = { email: 'bench@plenum.test', password: 'only for the bench' }
const FILES = 4
/** V8 lets its heap and the chunks that have passed grow to a level that it then keeps, whatever the size of the file. */
const WARM_UP = 64

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

const folder = await mkdtemp(join(tmpdir(), 'plenum-bench-'))
const service = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), 'serve'], {
  env: {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'error',
    WORKERS: '1',
    MAX_UPLOAD: '1TiB',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  process.exitCode = (await measureAll(await address())) ? 0 : 1
} finally {
  service.kill('SIGTERM')
  await once(service, 'exit')
  await rm(folder, { recursive: true, force: true })
}

async function address(): Promise<string> {
  for await (const line of createInterface({ input: service.stdout! })) {
    const found = /Plenum serves (http:\S+)/.exec(line)?.[1]
    if (found) return found
  }
  throw new Error('The service did not start.')
}

async function measureAll(base: string): Promise<boolean> {
  const { access_token } = await call(base, '', 'POST', '/v1/auth/login', ADMIN)
  const exportOf = async (urls: string[]): Promise<string> => {
    const eventId = await makeEvent(base, access_token, urls)
    const { task_url } = await call(base, access_token, 'POST', `/v1/events/${eventId}/export/json`, {
      video: true,
    })
    return (await finished(base, task_url)).result.download_url
  }
  await measure(`first upload of ${WARM_UP} MiB, and its export`, async () =>
    exportOf([await upload(base, access_token, WARM_UP)]),
  )
  const uploaded = await measure(`upload of ${uploadSize} MiB`, () => upload(base, access_token, uploadSize))
  const urls: string[] = []
  for (let index = 0; index < FILES; index++) urls.push(await upload(base, access_token, mediaSize / FILES))
  let link = ''
  const exported = await measure(`export with ${mediaSize} MiB of media`, async () => {
    link = await exportOf(urls)
  })
  const archive = join(folder, 'event.zip')
  await measure('download of its archive', async () => {
    const response = await fetch(link.includes('/v1/events/') ? `${base}${new URL(link).pathname}` : link)
    if (!response.ok) throw new Error(`Download: ${response.status}`)
    await pipeline(Readable.fromWeb(response.body! as never), createWriteStream(archive))
  })
  return uploaded < GOALS.upload && exported < GOALS.export
}

/** By how many MiB the process grew at the most while this was done. */
async function measure(name: string, work: () => Promise<unknown>): Promise<number> {
  const before = await memory()
  let most = before
  let isDone = false
  const watch = (async () => {
    while (!isDone) {
      most = Math.max(most, await memory())
      await delay(50)
    }
  })()
  const started = performance.now()
  await work()
  isDone = true
  await watch
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${name}: grew by ${(most - before).toFixed(0)} MiB (from ${before.toFixed(0)}), took ${seconds.toFixed(1)} s`,
  )
  return most - before
}

async function memory(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) / 1024
}

async function call(base: string, token: string, method: string, path: string, body: unknown): Promise<Json> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `JWT ${token}` }) }
  const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function finished(base: string, taskUrl: string): Promise<Json> {
  for (;;) {
    const status: Json = await (await fetch(`${base}${taskUrl}`)).json()
    if (status.state === 'SUCCESS') return status
    if ('result' in status) throw new Error(JSON.stringify(status))
    await delay(100)
  }
}

async function makeEvent(base: string, token: string, urls: string[]): Promise<string> {
  const make = async (type: string, path: string, attributes: object, relationships = {}) =>
    (await call(base, token, 'POST', path, { data: { type, attributes, relationships } })).data.id
  const eventId = await make('event', '/v1/events', { name: 'Bench', 'ends-at': '2099-01-01T00:00:00Z' })
  for (const url of urls)
    await make('session', `/v1/events/${eventId}/sessions`, { title: 'Talk', 'video-url': url })
  return eventId
}

/** Sends a file of so many MiB that is made as it goes, and answers its address. */
async function upload(base: string, token: string, size: number): Promise<string> {
  const head = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="talk.mp4"\r\n\r\n')
  const end = Buffer.from('\r\n--b--\r\n')
  const film = Buffer.alloc(MiB, 7)
  film.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
  const sending = request(`${base}/v1/upload/file`, {
    method: 'POST',
    headers: {
      authorization: `JWT ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + size * MiB + end.length,
    },
  })
  const answered = once(sending, 'response')
  async function* form() {
    yield head
    for (let sent = 0; sent < size; sent++) yield film
    yield end
  }
  await pipeline(Readable.from(form()), sending)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  if (response.statusCode !== 200) throw new Error(`Upload: ${response.statusCode} ${text}`)
  return JSON.parse(text).url
}
