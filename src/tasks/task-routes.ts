/** The status of a task: asked once, or followed as a stream of its changes. */

import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import { Recent } from '../database/recent.ts'
import { NotFoundError } from '../errors.ts'
import { addRoute } from '../web/guard.ts'
import type { StreamLimits } from '../web/open-streams.ts'
import { members } from '../web/route-doc.ts'
import { makeStreams } from './streams.ts'
import { findTask, statusOf, type Task } from './task.ts'
import { shareWatches, type Watching } from './watch.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface TaskParts extends Watching {
  /** Called when a client first learns that a task is over: it may look for what the task wrote at once. */
  finished: () => void
}

/** How many tasks are remembered, in characters of their ids. */
const MOST_SEEN = 36 * 10_000

export function addTaskRoutes(
  app: FastifyInstance,
  { db, listener, finished }: TaskParts,
  limits: StreamLimits,
): void {
  const seen = new Recent<true>(MOST_SEEN)
  const watches = shareWatches({ db, listener })
  const streams = makeStreams(watches, limits)
  const told = (task: Task) => {
    if (task.finished_at !== null && !seen.get(task.id)) {
      seen.set(task.id, true)
      finished()
    }
    return task
  }
  app.addHook('preClose', async () => streams.end())
  // Everyone with the random id may read the task; a log-in is not needed.
  addRoute(app, async () => undefined, {
    method: 'GET',
    url: '/v1/tasks/:id',
    access: 'all',
    scope: 'any',
    isSecret: true,
    doc: {
      summary: 'Get the status of a task, or stream its changes with Accept: text/event-stream',
      answer: members({ state: { type: 'string' }, result: {} }, ['state']),
      example: { path: { id: '$TASK' } },
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string }
      if (request.method !== 'GET' || !request.headers.accept?.includes('text/event-stream'))
        return statusOf(told(await demandTask(db, id)))
      streams.demandRoom(request.ip)
      const task = watches.latest(id) ?? (await demandTask(db, id))
      return reply.header('content-type', 'text/event-stream').send(streams.open(request.ip, task))
    },
  })
}

async function demandTask(db: Db, id: string): Promise<Task> {
  const task = UUID.test(id) ? await findTask(db, id) : undefined
  if (!task) throw new NotFoundError('There is no such task.')
  return task
}
