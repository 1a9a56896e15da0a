/** A copy of everything that is kept about a person, for that person. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import type { Media } from '../files/media.ts'
import { sendFile } from '../files/send-file.ts'
import { PERSONAL_DATA_TASK } from '../people/kept.ts'
import type { Queue } from '../tasks/queue.ts'
import { startTask, taskUrl } from '../tasks/task.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { texts } from '../web/route-doc.ts'
import type { DownloadLinks } from './download.ts'

interface PersonalDataParts {
  db: Db
  identify: Identify
  queue: Queue
  media: Media
  downloads: DownloadLinks
}

/** How long a redirect into a bucket is valid (in seconds). */
const LINK_LIFE = 900
const ANSWER = { type: 'application/zip', disposition: 'attachment; filename="personal-data.zip"' }

export function addPersonalDataRoutes(app: FastifyInstance, parts: PersonalDataParts): void {
  for (const route of [startRoute, downloadRoute]) addRoute(app, parts.identify, route(parts))
}

function startRoute({ db, queue }: PersonalDataParts): GuardedRoute {
  return {
    method: 'GET',
    url: '/v1/users/:id/personal-data',
    access: 'user',
    scope: 'none',
    isSecret: true,
    doc: {
      summary: 'Copy everything that is kept about a person into a zip archive',
      answer: texts('task_url'),
    },
    handler: async (request, _reply, caller) => {
      const userId = await demandPerson(db, request, caller!)
      const id = randomUUID()
      await db.transaction(async (tx) => {
        const data = { user_id: userId }
        await startTask(tx, queue, { id, name: PERSONAL_DATA_TASK, data, userId: caller!.id })
        await tx.query(sql`insert into export_jobs (task_id, user_id) values (${id}, ${caller!.id})`)
      })
      return { task_url: taskUrl(id) }
    },
  }
}

/** The user, or a super admin. Others learn nothing, not even whether there is such an account. */
async function demandPerson(db: Db, request: FastifyRequest, caller: Caller): Promise<string> {
  const { id } = request.params as { id: string }
  if (id === caller.id) return id
  if (!caller.isSuperAdmin)
    throw new ForbiddenError('You need to be this user or to have super admin access.')
  const isId = /^[1-9]\d{0,17}$/.test(id)
  const found = isId ? await db.query(sql`select 1 from users where id = ${id}`) : []
  if (found.length === 0) throw new NotFoundError()
  return id
}

function downloadRoute(parts: PersonalDataParts): GuardedRoute {
  return {
    method: 'GET',
    url: '/v1/users/:id/personal-data/*',
    access: 'all',
    scope: 'none',
    isSecret: true,
    doc: {
      summary: 'Download a copy of personal data',
      media: ['application/zip'],
      example: { path: { path: '$COPY' } },
    },
    handler: (request, reply) => sendCopy(parts, request, reply),
  }
}

/** By the signed link. */
async function sendCopy(
  { db, media, downloads }: PersonalDataParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { id, '*': path } = request.params as { id: string; '*': string }
  const token = downloads.read(path.split('/')[0]!)
  const gone = new NotFoundError('The copy does not exist or has been removed.')
  if (!token?.isValid) throw gone
  const [job] = await db.query<{ archive_key: string }>(
    sql`select j.archive_key from export_jobs j join tasks k on k.id = j.task_id
      where j.task_id = ${token.taskId} and k.name = ${PERSONAL_DATA_TASK} and k.data->>'user_id' = ${id}
        and j.archive_key is not null and j.removed_at is null`,
  )
  const found = job && (await media.find(job.archive_key))
  if (!job || !found) throw gone
  const key = job.archive_key
  if (found.storage.link && request.method !== 'HEAD')
    return reply.redirect(await found.storage.link(key, ANSWER, LINK_LIFE), 302)
  return sendFile(request, reply, { storage: found.storage, key, ...ANSWER })
}
