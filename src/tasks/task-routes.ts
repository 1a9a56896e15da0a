/** The status of a task: asked once, or followed as a stream of its changes. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addRoute } from '../access/guard.ts'
import { members } from '../access/route-doc.ts'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { findTask, statusOf, type Task } from './task.ts'
import { type Watching, watchTask } from './watch.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Keeps the connection alive (in ms). */
const ALIVE_EVERY = 5_000

export function addTaskRoutes(app: FastifyInstance, { db, listener }: Watching): void {
  const streams = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of streams) end()
  })
  // Whoever has the random id may look; a log-in is not needed.
  addRoute(app, async () => undefined, {
    method: 'GET',
    url: '/v1/tasks/:id',
    access: 'all',
    doc: {
      summary: 'The status of a task; with Accept: text/event-stream, each change as it happens',
      answer: members({ state: { type: 'string' }, result: {} }, ['state']),
    },
    handler: async (request, reply) => {
      const task = await demandTask(db, (request.params as { id: string }).id)
      const wantsStream = request.headers.accept?.includes('text/event-stream')
      return wantsStream ? follow(task, { db, listener }, request, reply, streams) : statusOf(task)
    },
  })
}

async function demandTask(db: Db, id: string): Promise<Task> {
  const task = UUID.test(id) ? await findTask(db, id) : undefined
  if (!task) throw new NotFoundError('There is no such task.')
  return task
}

/** Sends the state now and after each change, and ends with the final one. */
function follow(
  task: Task,
  parts: Watching,
  request: FastifyRequest,
  reply: FastifyReply,
  streams: Set<() => void>,
): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...corsHeaders(reply),
  })
  let last = ''
  let stop: (() => void) | undefined
  const timer = setInterval(() => reply.raw.write(': still there\n\n'), ALIVE_EVERY)
  const end = () => {
    stop?.()
    clearInterval(timer)
    streams.delete(end)
    if (!reply.raw.writableEnded) reply.raw.end()
  }
  streams.add(end)
  request.raw.once('close', end)
  stop = watchTask(parts, task, (shown) => {
    const status = JSON.stringify(statusOf(shown))
    if (status !== last) reply.raw.write(`data: ${status}\n\n`)
    last = status
    if (shown.finished_at !== null) end()
  })
  return reply
}

/** What hooks have put on the reply does not reach a response that is written by hand. */
function corsHeaders(reply: FastifyReply): Record<string, string> {
  const origin = reply.getHeader('access-control-allow-origin')
  return typeof origin === 'string' ? { 'access-control-allow-origin': origin } : {}
}
