/**
 * Starts the service with 256 MB for the process that serves requests, attacks it as strangers and users could, and
 * measures all the while how long /healthz takes. Loopback only; it ends by itself and prints a table.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { zipOf } from '../tools/zips.ts'

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')
const MEMORY = 256
/** How long /healthz may take (in ms). */
const PATIENCE = 200
const LOOK_EVERY = 20
const JSON_TYPE = 'application/json'
const JSONAPI = 'application/vnd.api+json'

interface Answer {
  status: number
  text: string
}

interface Service {
  url: string
  isAlive(): boolean
  stop(): Promise<void>
}

async function startService(dataDir: string): Promise<Service> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY}`, MAIN, 'serve'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (isAlive()) child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Plenum serves (\S+)/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return { url, isAlive, stop }
  }
  throw new Error('The service did not start.')
}

/** Asks for /healthz again and again, on a connection of its own. */
function watchHealth(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let isWanted = true
  const ask = () =>
    new Promise<void>((resolve) => {
      const started = performance.now()
      const note = () => {
        times.push(performance.now() - started)
        resolve()
      }
      const asked = request(`${url}/healthz`, { agent }, (response) => response.resume().on('end', note))
      asked.on('error', note).end()
    })
  const done = (async () => {
    while (isWanted) {
      await ask()
      await delay(LOOK_EVERY)
    }
  })()
  return {
    /** The times since the last call. */
    take: () => times.splice(0),
    async stop() {
      isWanted = false
      await done
      agent.destroy()
    },
  }
}

/** Sends a request, its body in parts; what the service does not want to read is not sent on. */
function send(
  url: string,
  { method = 'POST', headers = {}, body = [] as Iterable<Buffer | string> } = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        if (text.length < 1_000_000) text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
      response.on('error', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', () => resolve({ status: 0, text: 'the connection was closed' }))
    const closed = new Promise((done) => sent.once('close', done))
    void (async () => {
      for (const part of body) {
        if (sent.destroyed) return
        if (!sent.write(part)) await Promise.race([new Promise((done) => sent.once('drain', done)), closed])
      }
      sent.end()
    })()
  })
}

function* repeated(text: string, times: number): Generator<string> {
  for (let count = 0; count < times; count++) yield text
}

interface World {
  url: string
  token: string
  event: string
}

const all = (count: number, work: (number: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, number) => work(number)))

/** Texts that differ, because a zip of equal ones is refused as a bomb. */
function wordsOf(words: string[]): (count: number) => string {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return (count) =>
    Array.from({ length: count }, () => words[next() % words.length]! + (next() % 1_000)).join(' ')
}

async function makeWorld(url: string): Promise<World> {
  const account = { email: 'mallory@example.org', password: 'a long password' }
  const user = JSON.stringify({ data: { type: 'user', attributes: account } })
  await send(`${url}/v1/users`, { headers: { 'content-type': JSONAPI }, body: [user] })
  const headers = { 'content-type': JSON_TYPE }
  const login = await send(`${url}/auth/session`, { headers, body: [JSON.stringify(account)] })
  const token = (JSON.parse(login.text) as { access_token: string }).access_token
  const event = {
    id: 1,
    name: 'Long texts',
    state: 'published',
    timezone: 'UTC',
    starts_at: '2030-05-01T09:00:00Z',
    ends_at: '2030-05-02T18:00:00Z',
  }
  const words = wordsOf([
    'tea',
    'kettle',
    'water',
    'leaf',
    'steam',
    'cup',
    'saucer',
    'sugar',
    'milk',
    'lemon',
  ])
  const sessions = Array.from({ length: 3_000 }, (_, id) => {
    return {
      id: id + 1,
      title: `Talk ${id}`,
      state: 'accepted',
      long_abstract: `<p>${id} ${words(2_500)}</p>`,
    }
  })
  const imported = await importArchive({ url, token, event: '' }, { event, sessions })
  const result = JSON.parse(imported.text) as { state: string; result: { id: string } }
  if (result.state !== 'SUCCESS') throw new Error(`The world could not be imported: ${imported.text}`)
  return { url, token, event: result.result.id }
}

function formOf(name: string, type: string, content: Buffer) {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: [Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')],
  }
}

/** Follows the task to its end, however it ends. */
async function importArchive({ url, token }: World, files: Record<string, unknown>): Promise<Answer> {
  const { headers, body } = formOf('event.zip', 'application/zip', zipOf(files))
  const started = await send(`${url}/v1/events/import/json`, {
    headers: { ...headers, authorization: `JWT ${token}` },
    body,
  })
  const task = (JSON.parse(started.text) as { task_url?: string }).task_url
  if (!task) return started
  for (let tries = 0; tries < 600; tries++) {
    const answer = await send(url + task, { method: 'GET' })
    if (/"(SUCCESS|FAILURE)"/.test(answer.text)) return answer
    await delay(500)
  }
  return { status: 0, text: 'the task did not end' }
}

const ATTACKS: Record<string, (world: World) => Promise<Answer[]>> = {
  '1 bodies before the caller: 60 MB of JSON without a token': ({ url }) =>
    all(6, (number) => {
      const path = ['/v1/upload/file', '/v1/upload/image', '/v1/events/import/json'][number % 3]
      const body = repeated(`${'{},'.repeat(20_000)}`, 1_000)
      return send(url + path, { headers: { 'content-type': JSON_TYPE }, body })
    }),
  '1 hostile JSON of a mebibyte to open routes': ({ url }) =>
    all(10, (number) => {
      const path = ['/auth/session', '/v1/users', '/v1/auth/reset-password'][number % 3]
      const body = [`[${'{},'.repeat(349_000)}{}]`]
      return send(url + path, { headers: { 'content-type': JSON_TYPE }, body })
    }),
  '2 an import of 31 records with 8 MB of unknown arrays each': async (world) => {
    // Not all alike, because a zip of equal parts is refused as a bomb before it is read.
    const part = Array.from({ length: 4_000 }, (_, id) => `[${(id * 7_919) % 8_191}],[],[]`).join()
    const junk = `[${Array(150).fill(part).join()}]`
    const records = Array.from({ length: 31 }, (_, id) => `{"id":${id},"title":"x","junk":${junk}}`)
    const event = {
      name: 'x',
      timezone: 'UTC',
      starts_at: '2030-01-01T00:00:00Z',
      ends_at: '2030-01-02T00:00:00Z',
    }
    return [await importArchive(world, { event, sessions: `[${records.join()}]` })]
  },
  '4 ninety match conditions on long texts, ten times': ({ url, event }) =>
    all(10, (number) => {
      const one = { name: 'long-abstract', op: 'match', val: `kettle ${number}` }
      const filter = encodeURIComponent(JSON.stringify([{ or: Array(90).fill(one) }]))
      return send(`${url}/v1/events/${event}/sessions?filter=${filter}`, { method: 'GET' })
    }),
  '4 as many match conditions as are allowed, ten times': ({ url, event }) =>
    all(10, (number) => {
      const one = { name: 'long-abstract', op: 'match', val: `kettle${number} lemon${number}` }
      const filter = encodeURIComponent(JSON.stringify([{ or: Array(5).fill(one) }]))
      return send(`${url}/v1/events/${event}/sessions?filter=${filter}&fields[session]=title`, {
        method: 'GET',
      })
    }),
  '5 all sessions in one answer, eight times': ({ url, event }) =>
    all(8, () => send(`${url}/v1/events/${event}/sessions?page[size]=0&include=event`, { method: 'GET' })),
  '8 interlaced pictures of a hundred megapixels': async ({ url, token }) => {
    const background = { r: 9, g: 9, b: 9 }
    const picture = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background } })
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    const { headers, body } = formOf('a.png', 'image/png', picture)
    const sender = { headers: { ...headers, authorization: `JWT ${token}` }, body }
    return all(4, () => send(`${url}/v1/upload/image`, sender))
  },
}

/** Such as "401 ×6". */
function summarize(answers: Answer[]): string {
  const fault = (text: string) => /"FAILURE","result":(".*?")/.exec(text)?.[1] ?? ''
  const counts = Map.groupBy(answers, ({ status, text }) => `${status} ${fault(text)}`.trim())
  return [...counts].map(([what, { length }]) => `${what} ×${length}`).join(', ')
}

async function main(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plenum-attack-'))
  const service = await startService(dataDir)
  let failures = 0
  try {
    const world = await makeWorld(service.url)
    const health = watchHealth(service.url)
    for (const [name, attack] of Object.entries(ATTACKS)) {
      health.take()
      const answers = await attack(world)
      await delay(500)
      const times = health.take().sort((a, b) => a - b)
      const longest = times.at(-1) ?? Number.POSITIVE_INFINITY
      const isFine = service.isAlive() && longest <= PATIENCE
      if (!isFine) failures++
      const median = times[Math.floor(times.length / 2)] ?? Number.NaN
      console.log(
        `${isFine ? 'ok    ' : 'FAILED'} ${name}: ${summarize(answers)}; /healthz median ${median.toFixed(1)} ms, longest ${longest.toFixed(0)} ms of ${times.length}`,
      )
      if (!service.isAlive()) break
    }
    await health.stop()
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(failures === 0 ? 'The service survived.' : `${failures} attacks hurt the service.`)
  return failures === 0 ? 0 : 1
}

process.exit(await main())
