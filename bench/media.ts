/** A gigabyte of media: sent, exported and fetched, with the memory that it takes, against a bare stored zip. */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Figure } from './report.ts'
import { finished, startExport, timed } from './tasks-api.ts'
import { call, forgetPeak, logIn, memoryOf, type Subject, taskProcessOf, type World } from './world.ts'

const MiB = 1024 * 1024
const FILES = 4
/** Of each file, in MiB. */
const SIZE = 256
const QUICK_SIZE = 4
const ROUNDS = 3

export async function media(world: World, isQuick: boolean): Promise<Figure[]> {
  const size = isQuick ? QUICK_SIZE : SIZE
  const subject = await world.subject('media')
  const { url, pid } = await subject.start('serve')
  const worker = await subject.start('worker', { WORKERS: '1' })
  const token = await logIn(url)
  // V8 lets its heap and the chunks that have passed grow to a level that it then keeps, whatever the size of the file.
  await finished(
    url,
    await startExport(url, token, await makeEvent(url, token, [await upload(url, token, 64)]), {
      video: true,
    }),
  )
  const before = await forgetPeak(pid)
  const urls: string[] = []
  const sent = await timed(async () => {
    for (let file = 0; file < FILES; file++) urls.push(await upload(url, token, size))
  })
  const uploadGrowth = (await memoryOf(pid)).most - before
  const eventId = await makeEvent(url, token, urls)
  const tasks = await taskProcessOf(worker.pid)
  const workerBefore = await forgetPeak(tasks)
  const exports: number[] = []
  const bares: number[] = []
  let link = ''
  for (let round = 0; round < ROUNDS; round++) {
    const exported = await timed(async () =>
      finished(url, await startExport(url, token, eventId, { video: true })),
    )
    link = exported.result.download_url
    exports.push(exported.seconds)
    bares.push((await timed(() => bareZip(subject))).seconds)
  }
  const exportGrowth = (await memoryOf(tasks)).most - workerBefore
  const serveBefore = await forgetPeak(pid)
  const fetched = await timed(() => fetchWhole(url, link))
  const downloadGrowth = (await memoryOf(pid)).most - serveBefore
  const total = FILES * size
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[ROUNDS >> 1]!
  return [
    { name: 'upload of 1 GiB', unit: 'MiB/s', value: total / sent.seconds },
    { name: 'memory that the upload takes', unit: 'MiB', value: uploadGrowth, bar: { atMost: 64 } },
    {
      name: 'export with 1 GiB of media',
      unit: 'MiB/s',
      value: total / middle(exports),
      limit: total / middle(bares),
      bar: { atLeast: 0.7 },
    },
    { name: 'memory that the export takes', unit: 'MiB', value: exportGrowth, bar: { atMost: 100 } },
    { name: 'download of its archive', unit: 'MiB/s', value: total / fetched.seconds },
    { name: 'memory that the download takes', unit: 'MiB', value: downloadGrowth, bar: { atMost: 64 } },
  ]
}

async function makeEvent(url: string, token: string, urls: string[]): Promise<string> {
  const make = async (type: string, path: string, attributes: object): Promise<string> =>
    (await call(url, 'POST', path, { token, body: { data: { type, attributes } } })).data.id
  const eventId = await make('event', '/v1/events', { name: 'Media', 'ends-at': '2099-01-01T00:00:00Z' })
  for (const film of urls)
    await make('session', `/v1/events/${eventId}/sessions`, { title: 'Talk', 'video-url': film })
  return eventId
}

/** The same files into one zip, stored. */
async function bareZip({ folder }: Subject): Promise<void> {
  const files = (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.mp4'),
  )
  const zip = new yazl.ZipFile()
  const path = join(folder, 'bare.zip')
  const written = pipeline(zip.outputStream, createWriteStream(path))
  // The first one was only for warming up.
  for (const { name, parentPath } of files.slice(-FILES))
    zip.addFile(join(parentPath, name), name, { compress: false })
  zip.end()
  await written
  await rm(path)
}

async function fetchWhole(base: string, link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  const response = await fetch(`${base}${pathname}${search}`)
  if (!response.ok) throw new Error(`Download: ${response.status}`)
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(Readable.fromWeb(response.body! as never), sink)
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
