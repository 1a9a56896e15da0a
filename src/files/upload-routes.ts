/** Uploads go to a temporary file, where they are checked, and then to the storage. */

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identify } from '../access/logins.ts'
import { BadRequestError, TooLargeError, UnprocessableError } from '../errors.ts'
import { demandForm, isForm, readForm } from '../web/form.ts'
import { addRoute } from '../web/guard.ts'
import { members, type RouteDoc, texts } from '../web/route-doc.ts'
import { openClean } from './clean-picture.ts'
import { LARGEST_PICTURE, readImage, turnUpright } from './images.ts'
import type { Media } from './media.ts'
import { extensionOf } from './media-types.ts'
import { fitsExtension } from './sniff.ts'
import type { TempFolder } from './temp.ts'

const MOST_FILES = 20
/** A picture of 12 MiB as a data URL, which is kept in memory. Larger pictures are sent as a file, which is not. */
const IMAGE_BODY = 16 * 1024 * 1024

interface UploadParts {
  identify: Identify
  media: Media
  temp: TempFolder
  maxUpload: number
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Which files a route accepts. */
interface Accepted {
  fields: string[]
  /** In bytes; absent: the limit of the service. */
  largest?: number
}

interface Upload {
  field: string
  name: string
  path: string
  size: number
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }
const UPLOAD: RouteDoc = {
  summary: 'Upload one or more files',
  multipart: members({ file: FILE, files: { type: 'array', items: FILE } }, []),
  query: { force_local: { type: 'string' } },
  answer: members({ url: { type: ['string', 'array'], items: { type: 'string' } } }),
  example: { body: { file: '@notes.txt' } },
}

/** A picture of one pixel. */
const ONE_DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function addUploadRoutes(app: FastifyInstance, parts: UploadParts): void {
  for (const url of ['/v1/upload/file', '/v1/upload/files']) {
    addRoute(app, parts.identify, {
      method: 'POST',
      url,
      access: 'user',
      scope: 'upload',
      doc: UPLOAD,
      check: (request) => demandForm(request, 'Send the file as multipart/form-data in the field file.'),
      handler: (request, reply, caller) => uploadFiles(parts, { request, reply }, caller!.id),
    })
  }
  addRoute(app, parts.identify, {
    method: 'POST',
    url: '/v1/upload/image',
    access: 'user',
    scope: 'upload',
    doc: {
      summary: 'Upload an image as a data URL or a file',
      body: texts('data'),
      answer: texts('url'),
      example: { body: { data: ONE_DOT } },
    },
    options: { bodyLimit: IMAGE_BODY },
    handler: (request, reply, caller) => uploadImage(parts, { request, reply }, caller!.id),
  })
}

async function uploadFiles(
  parts: UploadParts,
  exchange: Exchange,
  userId: string,
): Promise<{ url: string | string[] }> {
  const isLocal = (exchange.request.query as Record<string, unknown>).force_local === 'true'
  return withUploads(parts, exchange, { fields: ['file', 'files', 'files[]'] }, async (uploads) => {
    const underFile = uploads.filter(({ field }) => field === 'file')
    const wanted = underFile.length > 0 ? underFile : uploads
    for (const upload of wanted) await demandFitting(upload)
    const urls = await storeAll(parts.media, wanted, { isLocal, userId })
    return { url: urls.length === 1 ? urls[0]! : urls }
  })
}

/** All or none. */
async function storeAll(
  media: Media,
  uploads: Upload[],
  options: { isLocal: boolean; userId: string },
): Promise<string[]> {
  const keys = uploads.map(({ name }) => `media/uploads/${randomUUID()}${extensionOf(name)}`)
  const urls: string[] = []
  try {
    for (const [index, { path, size }] of uploads.entries())
      urls.push(await media.put(keys[index]!, await openClean(path), { ...options, size }))
    return urls
  } catch (error) {
    for (const key of keys.slice(0, urls.length)) await media.remove(key)
    throw error
  }
}

async function demandFitting({ path, name, field }: Upload): Promise<void> {
  const extension = extensionOf(name)
  if (await fitsExtension(path, extension)) return
  throw UnprocessableError.at(`/${field}`, `the content does not match the extension ${extension}`)
}

/** Removes the temporary files in any case. */
async function withUploads<T>(
  parts: UploadParts,
  { request, reply }: Exchange,
  { fields, largest = parts.maxUpload }: Accepted,
  use: (uploads: Upload[]) => Promise<T>,
): Promise<T> {
  const uploads: Upload[] = []
  const limits = {
    fileSize: Math.min(largest, parts.maxUpload),
    files: MOST_FILES + 1,
    tooLarge: 'The file is larger than this service allows.',
  }
  try {
    await readForm(request, reply, limits, async (part) => {
      if (fields.includes(part.fieldname)) uploads.push(await keepUpload(parts.temp, part))
      else part.file.resume()
      if (uploads.length > MOST_FILES)
        throw new TooLargeError(`Send at most ${MOST_FILES} files per request.`)
    })
    if (uploads.length === 0) throw UnprocessableError.at(`/${fields[0]}`, `${fields[0]} is required`)
    return await use(uploads)
  } finally {
    for (const { path } of uploads) await parts.temp.remove(path)
  }
}

async function keepUpload(temp: TempFolder, part: MultipartFile): Promise<Upload> {
  const { path, size } = await temp.keep(part.file)
  if (size > 0) return { field: part.fieldname, name: part.filename ?? '', path, size }
  await temp.remove(path)
  throw UnprocessableError.at(`/${part.fieldname}`, 'the file is empty')
}

/** A picture, as a file or as a data URL in JSON. What is stored has been read as a picture, and has no metadata. */
async function uploadImage(parts: UploadParts, exchange: Exchange, userId: string): Promise<{ url: string }> {
  if (isForm(exchange.request)) {
    const store = ([upload]: Upload[]) => storeImage(parts, upload!, `/${upload!.field}`, userId)
    return withUploads(parts, exchange, { fields: ['file', 'image'], largest: LARGEST_PICTURE }, store)
  }
  const kept = await parts.temp.keep(Readable.from([readDataUrl(exchange.request.body)]))
  try {
    return await storeImage(parts, kept, '/data', userId)
  } finally {
    await parts.temp.remove(kept.path)
  }
}

const DATA_URL = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/

function readDataUrl(body: unknown): Buffer {
  if (typeof body !== 'object' || body === null) throw new BadRequestError('The body must be a JSON object.')
  const { data } = body as Record<string, unknown>
  const base64 = typeof data === 'string' ? DATA_URL.exec(data)?.[1] : undefined
  if (base64) return Buffer.from(base64, 'base64')
  throw UnprocessableError.at('/data', 'data must be a data URL such as data:image/png;base64,…')
}

async function storeImage(
  { media }: UploadParts,
  { path, size }: { path: string; size: number },
  pointer: string,
  userId: string,
): Promise<{ url: string }> {
  const image = await readImage(path)
  if ('fault' in image) throw UnprocessableError.at(pointer, image.fault)
  const key = `media/uploads/${randomUUID()}.${image.extension}`
  const content = image.isTurned ? Readable.from([await turnUpright(path)]) : await openClean(path)
  return { url: await media.put(key, content, { userId, size }) }
}
