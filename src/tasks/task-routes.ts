/** The status of a task: asked once, or followed as a stream of its changes. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addRoute } from '../access/guard.ts'
import { members } from '../access/route-doc.ts'
import type { Db } from '../database/connect.ts'
import type { Listener } from '../database/listen.ts'
import { NotFoundError } from '../errors.ts'
import { findTask, statusOf, type Task } from './task.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A change whose notice got lost is seen this late at the most (in ms); it also keeps the connection alive. */
const LOOK_EVERY = 5_000

export interface TaskRouteParts {
  db: Db
  listener: Listener
}

export function addTaskRoutes(app: FastifyInstance, { db, listener }: TaskRouteParts): void {
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
  { db, listener }: TaskRouteParts,
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
  let looks = 0
  let isEnded = false
  const end = () => {
    if (isEnded) return
    isEnded = true
    forget()
    clearInterval(timer)
    streams.delete(end)
    reply.raw.end()
  }
  const show = (shown: Task) => {
    const status = JSON.stringify(statusOf(shown))
    if (status !== last) reply.raw.write(`data: ${status}\n\n`)
    last = status
    if (shown.finished_at !== null) end()
  }
  const look = async () => {
    // Asked for during a look: that look may have come too early, so another follows it.
    if (++looks > 1) return
    while (looks > 0 && !isEnded) {
      looks = 1
      const current = await findTask(db, task.id).catch(() => undefined)
      if (current && !isEnded) show(current)
      looks--
    }
  }
  const forget = listener.on('plenum_task', (id) => {
    if (id === undefined || id === task.id) void look()
  })
  const timer = setInterval(() => {
    if (!isEnded) reply.raw.write(': still there\n\n')
    void look()
  }, LOOK_EVERY)
  streams.add(end)
  request.raw.once('close', end)
  show(task)
  // A change between reading the task and listening for it.
  if (!isEnded) void look()
  return reply
}

/** What hooks have put on the reply does not reach a response that is written by hand. */
function corsHeaders(reply: FastifyReply): Record<string, string> {
  const origin = reply.getHeader('access-control-allow-origin')
  return typeof origin === 'string' ? { 'access-control-allow-origin': origin } : {}
}
