/** Schedules of other systems are sent here; a task reads and writes them. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, MANAGER } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import { demandUnlimited } from '../access/token-scopes.ts'
import type { Db } from '../database/connect.ts'
import { UnprocessableError } from '../errors.ts'
import type { Storage } from '../files/storage.ts'
import type { Model } from '../jsonapi/model.ts'
import { demandRecord } from '../jsonapi/permission.ts'
import type { Queue } from '../tasks/queue.ts'
import { demandRoom, taskUrl } from '../tasks/task.ts'
import { demandForm, readForm } from '../web/form.ts'
import { addRoute } from '../web/guard.ts'
import { members, texts } from '../web/route-doc.ts'
import { LARGEST_SCHEDULE, scheduleKey } from './import-schedule.ts'
import { enterSchedule } from './start-schedule.ts'

interface ScheduleRouteParts {
  db: Db
  identify: Identify
  queue: Queue
  storage: Storage
  event: Model
  maxUpload: number
}

interface Form {
  event?: string
  dryRun: boolean
  fileName: string
}

const FORM = members(
  {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    event: {
      type: 'string',
      description: 'The id or identifier of the event. Absent: a new draft is created.',
    },
    'dry-run': {
      type: 'string',
      enum: ['true', 'false'],
      description: 'Writes nothing and returns the same result.',
    },
  },
  ['file'],
)

export function addScheduleImportRoute(app: FastifyInstance, parts: ScheduleRouteParts): void {
  addRoute(app, parts.identify, {
    method: 'POST',
    url: '/v1/schedule-imports',
    access: 'user',
    scope: 'import',
    doc: {
      summary:
        'Import a schedule of another system (frab XML, frab or pretalx JSON, CSV) into an event or as a new one',
      multipart: FORM,
      example: { body: { file: '@schedule.csv' } },
      answer: texts('task_url'),
    },
    check: (request) => demandForm(request, 'Send the schedule as multipart/form-data in the field file.'),
    handler: (request, reply, caller) => startImport(parts, request, reply, caller!),
  })
}

async function startImport(
  parts: ScheduleRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<unknown> {
  await demandRoom(parts.db, caller.id, 'long')
  const id = randomUUID()
  const key = scheduleKey(id)
  try {
    const { event, dryRun, fileName } = await storeForm(parts, request, reply, { key, userId: caller.id })
    if (event === undefined) demandUnlimited(caller)
    const eventId = event === undefined ? null : await demandEvent(parts, event, caller)
    const data = { event_id: eventId, dry_run: dryRun, name: fileName }
    await enterSchedule(parts, id, data, { userId: caller.id })
    return { task_url: taskUrl(id) }
  } catch (error) {
    await parts.storage.remove(key)
    throw error
  }
}

async function demandEvent({ db, event }: ScheduleRouteParts, id: string, caller: Caller): Promise<string> {
  const { id: own } = await demandRecord({ db, caller }, event, id, MANAGER)
  return own as string
}

async function storeForm(
  { storage, maxUpload }: ScheduleRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, userId }: { key: string; userId: string },
): Promise<Form> {
  const fields = new Map<string, string>()
  let fileName: string | undefined
  const limits = {
    fileSize: Math.min(maxUpload, LARGEST_SCHEDULE),
    files: 10,
    tooLarge: 'The schedule is larger than this service allows.',
    field: (name: string, value: string) => void fields.set(name.replaceAll('_', '-'), value.trim()),
  }
  await readForm(request, reply, limits, async (part) => {
    if (part.fieldname !== 'file' || fileName !== undefined) return void part.file.resume()
    fileName = part.filename ?? ''
    const { size } = await storage.put(key, part.file, 'application/octet-stream', { userId })
    if (size === 0) throw UnprocessableError.at('/file', 'file is empty')
  })
  if (fileName === undefined) throw UnprocessableError.at('/file', 'file is required: a schedule')
  const dryRun = fields.get('dry-run') || 'false'
  if (!['true', 'false'].includes(dryRun))
    throw UnprocessableError.at('/dry-run', 'dry-run must be true or false')
  const event = fields.get('event')
  return { ...(event && { event }), dryRun: dryRun === 'true', fileName: fileName.slice(-200) }
}
