/** The routes that start exports, imports and copies, and that download archives. Tasks do the work. */

import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { type Caller, MANAGER } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import type { Db } from '../database/connect.ts'
import { NotFoundError, UnprocessableError } from '../errors.ts'
import type { Media } from '../files/media.ts'
import { sendFile } from '../files/send-file.ts'
import type { Storage } from '../files/storage.ts'
import type { Model } from '../jsonapi/model.ts'
import { demandRecord } from '../jsonapi/permission.ts'
import type { Queue } from '../tasks/queue.ts'
import { demandRoom, taskUrl } from '../tasks/task.ts'
import { demandForm, readForm } from '../web/form.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { members, texts } from '../web/route-doc.ts'
import type { DownloadLinks } from './download.ts'
import { answerFor, TABLE_NAMES, type TableName } from './export-files.ts'
import { uploadKey } from './import.ts'
import { FLAGS_BODY, readFlags, readStatus, statusBody } from './settings.ts'
import { enterCopy, enterExport, enterImport, enterTable } from './start-tasks.ts'

interface ArchiveRouteParts {
  db: Db
  identify: Identify
  queue: Queue
  storage: Storage
  media: Media
  downloads: DownloadLinks
  event: Model
  maxUpload: number
}

/** How long a redirect into a bucket is valid (in seconds). */
const LINK_LIFE = 900

const FILE = members({ file: { type: 'string', contentMediaType: 'application/zip' } })

export function addArchiveRoutes(app: FastifyInstance, parts: ArchiveRouteParts): void {
  const tables = TABLE_NAMES.map((name) => tableRoute(parts, name))
  const others = [downloadRoute, importRoute, copyRoute].map((route) => route(parts))
  for (const route of [exportRoute(parts), ...tables, ...others]) addRoute(app, parts.identify, route)
}

function exportRoute(parts: ArchiveRouteParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/events/:id/export/json',
    access: MANAGER,
    scope: 'export',
    doc: {
      summary: 'Export an event as a zip archive',
      body: FLAGS_BODY,
      isBodyOptional: true,
      answer: texts('task_url'),
      example: { body: { image: true } },
    },
    handler: (request, _reply, caller) => startExport(parts, request, caller!),
  }
}

function tableRoute(parts: ArchiveRouteParts, name: TableName): GuardedRoute {
  return {
    method: 'POST',
    url: `/v1/events/:id/export/${name}/csv`,
    access: MANAGER,
    scope: 'export',
    doc: {
      summary: `Export the ${name} of an event as a table (CSV)`,
      body: statusBody(name),
      isBodyOptional: true,
      answer: texts('task_url'),
      example: { body: { status: 'confirmed' } },
    },
    handler: async (request, _reply, caller) => {
      const eventId = await demandEvent(parts, request, caller)
      const table = { name, status: readStatus(name, request.body) }
      return { task_url: taskUrl(await enterTable(parts, eventId, table, { userId: caller!.id })) }
    },
  }
}

function downloadRoute(parts: ArchiveRouteParts): GuardedRoute {
  return {
    method: 'GET',
    url: '/v1/events/:id/exports/*',
    access: 'all',
    scope: 'export',
    isSecret: true,
    doc: {
      summary: 'Download the file of an export',
      media: ['application/zip', 'text/csv'],
      example: { path: { path: '$DOWNLOAD' } },
    },
    handler: (request, reply, caller) => sendArchive(parts, request, reply, caller),
  }
}

function importRoute(parts: ArchiveRouteParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/events/import/:source',
    access: 'user',
    scope: 'import',
    beyondEvents: true,
    doc: {
      summary: 'Import an event from a zip archive (source type json)',
      multipart: FILE,
      answer: texts('task_url'),
      example: { path: { source: 'json' }, body: { file: '@event.zip' } },
    },
    check: demandArchive,
    handler: (request, reply, caller) => startImport(parts, request, reply, caller!),
  }
}

function copyRoute(parts: ArchiveRouteParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/events/:id/copy',
    access: MANAGER,
    scope: 'event:write',
    beyondEvents: true,
    doc: { summary: 'Copy an event to a new draft', answer: texts('task_url') },
    handler: (request, _reply, caller) => startCopy(parts, request, caller!),
  }
}

async function demandEvent(
  { db, event }: ArchiveRouteParts,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<string> {
  const { id } = request.params as { id: string }
  const row = await demandRecord({ db, caller }, event, id, MANAGER)
  return row.id as string
}

async function startExport(
  parts: ArchiveRouteParts,
  request: FastifyRequest,
  caller: Caller,
): Promise<unknown> {
  const eventId = await demandEvent(parts, request, caller)
  const id = await enterExport(parts, eventId, readFlags(request.body), { userId: caller.id })
  return { task_url: taskUrl(id) }
}

/** By the signed link, or by a log-in that may export the event. Nothing of the path ever becomes a path of a file. */
async function sendArchive(
  parts: ArchiveRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<unknown> {
  const { id: address, '*': path } = request.params as { id: string; '*': string }
  const token = parts.downloads.read(path.split('/')[0]!)
  if (!token) throw new NotFoundError('The archive does not exist.')
  if (!token.isValid) await demandEvent(parts, request, caller)
  const [job] = await parts.db.query<{ event_id: string; archive_key: string }>(
    sql`select j.event_id, j.archive_key from export_jobs j join events e on e.id = j.event_id and e.deleted_at is null
      where j.task_id = ${token.taskId} and j.archive_key is not null and j.removed_at is null
        and (e.id::text = ${address} or e.identifier = ${address})`,
  )
  if (!job) throw new NotFoundError('The archive does not exist or has been removed.')
  const answer = answerFor(job.archive_key, job.event_id)
  const found = await parts.media.find(job.archive_key)
  if (!found) throw new NotFoundError('The archive does not exist or has been removed.')
  // A link is signed for GET and no other method.
  if (found.storage.link && request.method !== 'HEAD')
    return reply.redirect(await found.storage.link(job.archive_key, answer, LINK_LIFE), 302)
  return sendFile(request, reply, { storage: found.storage, key: job.archive_key, ...answer })
}

function demandArchive(request: FastifyRequest): void {
  if ((request.params as { source: string }).source !== 'json')
    throw new NotFoundError('The only supported source type is json.')
  demandForm(request, 'Send the archive as multipart/form-data in the field file.')
}

async function startImport(
  parts: ArchiveRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<unknown> {
  await demandRoom(parts.db, caller.id, 'long')
  const id = randomUUID()
  const key = uploadKey(id)
  const hasFile = await storeUpload(parts, request, reply, { key, userId: caller.id })
  if (!hasFile) throw UnprocessableError.at('/file', 'file is required: a zip archive')
  await enterImport(parts, id, { userId: caller.id })
  return { task_url: taskUrl(id) }
}

/** Streams the file to the storage and skips everything else in the request. */
async function storeUpload(
  { storage, maxUpload }: ArchiveRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, userId }: { key: string; userId: string },
): Promise<boolean> {
  let isStored = false
  const limits = {
    fileSize: maxUpload,
    files: 10,
    tooLarge: 'The archive is larger than this service allows.',
  }
  try {
    await readForm(request, reply, limits, async (part) => {
      if (part.fieldname === 'file' && !isStored) {
        await storeZip(storage, part, key, userId)
        isStored = true
      } else part.file.resume()
    })
  } catch (error) {
    await storage.remove(key)
    throw error
  }
  return isStored
}

async function storeZip(storage: Storage, part: MultipartFile, key: string, userId: string): Promise<void> {
  if (!/\.zip$/i.test(part.filename ?? '')) {
    part.file.resume()
    throw UnprocessableError.at('/file', 'file must be a zip archive with a name that ends in .zip')
  }
  const { size } = await storage.put(key, part.file, 'application/zip', { userId })
  if (size === 0) throw UnprocessableError.at('/file', 'file is empty')
}

async function startCopy(
  parts: ArchiveRouteParts,
  request: FastifyRequest,
  caller: Caller,
): Promise<unknown> {
  const eventId = await demandEvent(parts, request, caller)
  return { task_url: taskUrl(await enterCopy(parts, eventId, { userId: caller.id })) }
}
