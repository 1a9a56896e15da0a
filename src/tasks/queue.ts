/** The queue in the database. Only this file knows the library; clients see the table `tasks`. */
import { channel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger } from 'fastify'
import { type Db as BossDb, PgBoss, type WorkOptions } from 'pg-boss'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'

/** Each lane has workers of its own, so that short tasks do not wait behind long ones. */
const LANES = { long: 'tasks', short: 'tasks-short' } as const
const NAMES = Object.values(LANES)
const GIVEN_UP = 'tasks-given-up'

export type Lane = keyof typeof LANES

/** Without a sign of life for this long (in seconds) a worker counts as dead and its task goes to another. */
const HEARTBEAT = 10
const TRIES = 4
/** How often (in seconds) workers look whether another one has died, and how often the library tidies up without tasks. */
const WATCH_EVERY = 2
const TIDY_EVERY = 60
const LONGEST_TASK = { long: 6 * 60 * 60, short: 10 * 60 }

/** An entry of the queue. Besides the task it may contain the position in a trace. */
export interface QueueEntry extends Record<string, string> {
  taskId: string
}

/** Reports each entry before it is written. */
export const entering = channel('plenum:task-entering')

export interface QueuedTask {
  taskId: string
  entry: QueueEntry
  /** No further try follows this one. */
  isLastTry: boolean
  /** Aborted when the process has to stop before the task is done. */
  signal: AbortSignal
}

export interface Attempt {
  taskId: string
  attempt: number
}

/** What happened to the tasks that were running when the process was asked to stop. */
export interface StoppedTasks {
  ended: number
  givenBack: number
}

interface NewEntry {
  id: string
  lane: Lane
  /** Whose tasks are counted together: none of them takes all workers. */
  userId: string | null
  /** Those with a larger number come first. */
  priority?: number
}

export interface Queue {
  /** Enters a task in the transaction that records it. */
  enter(tx: Db, entry: NewEntry): Promise<void>
  /** Takes tasks out that no worker has taken up yet. */
  leave(tx: Db, taskIds: readonly string[]): Promise<void>
  /** Which of these have no entry in the queue, as after a restored backup. */
  lost(tx: Db, taskIds: readonly string[]): Promise<string[]>
  /** Gives back those of these attempts that the queue takes to be running, because their process has died. */
  free(db: Db, attempts: readonly Attempt[]): Promise<void>
  /** Runs tasks as they come. A thrown error gives the task back for another try. */
  work(
    atOnce: number,
    run: (task: QueuedTask) => Promise<void>,
    giveUp: (taskId: string) => Promise<void>,
  ): Promise<void>
  /** Runs only the task that was entered with this mark, unless another process does. */
  workOn(mark: number, run: (task: QueuedTask) => Promise<void>): Promise<void>
  /** Waits for the running tasks, but no longer than this (in ms); then gives them back. Once is enough. */
  close(patience: number): Promise<StoppedTasks>
}

export async function openQueue(url: string, log: FastifyBaseLogger): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    useListenNotify: true,
    // Only processes that run tasks watch over them, and only while there are any.
    supervise: false,
    monitorIntervalSeconds: WATCH_EVERY,
    schedule: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'task queue error'))
  await boss.start()
  await createQueues(boss)
  const stopping = new AbortController()
  const stop = async (patience: number) => {
    const timer = setTimeout(() => stopping.abort(new Error('The process is shutting down.')), patience)
    await boss.stop({ graceful: true, timeout: patience + 1_000 })
    clearTimeout(timer)
    return { ended, givenBack: givenBack + running }
  }
  let closing: Promise<StoppedTasks> | undefined
  let running = 0
  // Both since the close began.
  let ended = 0
  let givenBack = 0
  const counting = async (work: Promise<void>) => {
    running++
    try {
      await work
      if (closing) ended++
    } catch (error) {
      if (closing) givenBack++
      throw error
    } finally {
      running--
    }
  }
  const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 10 }
  const start = async (name: string, run: (task: QueuedTask) => Promise<void>, which: WorkOptions) => {
    const options = { ...polling, ...which, heartbeatRefreshSeconds: 3, includeMetadata: true } as const
    await boss.work<QueueEntry, void, typeof options>(name, options, async ([job]) => {
      const { data, retryCount, retryLimit } = job!
      // Look for the next task right after this one; by itself the library waits as if there were none.
      for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id)
      const isLastTry = retryCount >= retryLimit
      await counting(run({ taskId: data.taskId, entry: data, isLastTry, signal: stopping.signal }))
    })
  }
  let watch: NodeJS.Timeout | undefined
  return {
    async enter(tx, { id, lane, userId, priority = 0 }) {
      const entry: QueueEntry = { taskId: id }
      entering.publish(entry)
      const group = userId === null ? {} : { group: { id: userId } }
      await boss.send(LANES[lane], entry, { db: inTransaction(tx), priority, ...group })
    },
    async leave(tx, taskIds) {
      for (const { id, name } of await waitingJobs(tx, taskIds))
        await boss.cancel(name, id, { db: inTransaction(tx) })
    },
    lost: tasksWithoutJob,
    async free(db, attempts) {
      for (const { id, name } of await runningJobs(db, attempts)) await boss.fail(name, id)
    },
    async work(atOnce, run, giveUp) {
      const { slots, forOne } = sharesOf(atOnce)
      watch = startWatch(boss, log)
      const shares = { localConcurrency: slots, localGroupConcurrency: forOne }
      for (const name of NAMES) await start(name, run, shares)
      await boss.work<{ taskId: string }>(GIVEN_UP, polling, async ([job]) => giveUp(job!.data.taskId))
    },
    workOn: (mark, run) => start(LANES.long, run, { minPriority: mark, maxPriority: mark }),
    close(patience) {
      clearInterval(watch)
      closing ??= stop(patience)
      return closing
    },
  }
}

/** Returns tasks of dead workers to the queue. Without tasks it costs a small statement; the library alone takes eight. */
function startWatch(boss: PgBoss, log: FastifyBaseLogger): NodeJS.Timeout {
  let isLooking = false
  let tidiedAt = 0
  const look = async () => {
    const { rows } = await boss.getDb().executeSql('select 1 from tasks where finished_at is null limit 1')
    if (rows.length === 0 && Date.now() < tidiedAt + TIDY_EVERY * 1000) return
    tidiedAt = Date.now()
    await boss.supervise()
    // A task that is tried again is not announced when its time has come.
    for (const worker of boss.getWipData()) boss.notifyWorker(worker.id)
  }
  return setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'task queue error'))
      .finally(() => {
        isLooking = false
      })
  }, WATCH_EVERY * 1000)
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(GIVEN_UP, { notify: true, retryLimit: 10 })
  for (const [lane, name] of Object.entries(LANES)) {
    await boss.createQueue(name, {
      notify: true,
      deadLetter: GIVEN_UP,
      retryLimit: TRIES - 1,
      retryDelay: 1,
      heartbeatSeconds: HEARTBEAT,
      expireInSeconds: LONGEST_TASK[lane as Lane],
    })
  }
}

/** The job of a task in the library's table. */
interface Job {
  id: string
  name: string
}

function waitingJobs(tx: Db, taskIds: readonly string[]): Promise<Job[]> {
  return tx.query<Job>(sql`select id, name from pgboss.job
    where name = any(${NAMES}) and state < 'active' and data->>'taskId' = any(${taskIds})`)
}

function runningJobs(db: Db, attempts: readonly Attempt[]): Promise<Job[]> {
  const [ids, numbers] = [attempts.map(({ taskId }) => taskId), attempts.map(({ attempt }) => attempt)]
  return db.query<Job>(sql`select j.id, j.name from pgboss.job j
    join tasks t on t.id::text = j.data->>'taskId' and j.state = 'active'
    join unnest(${ids}::uuid[], ${numbers}::int[]) as a (id, attempt) on a.id = t.id and a.attempt = t.attempt`)
}

async function tasksWithoutJob(tx: Db, taskIds: readonly string[]): Promise<string[]> {
  const entered = await tx.query<{ id: string }>(sql`select data->>'taskId' as id from pgboss.job
    where name = any(${[...NAMES, GIVEN_UP]}) and state < 'completed' and data->>'taskId' = any(${taskIds})`)
  const ids = new Set(entered.map(({ id }) => id))
  return taskIds.filter((id) => !ids.has(id))
}

/** One more worker than configured, and at most half of them for one user, so that there is always one for others. */
export function sharesOf(atOnce: number): { slots: number; forOne: number } {
  const slots = atOnce + 1
  return { slots, forOne: Math.ceil(slots / 2) }
}

function inTransaction(tx: Db): BossDb {
  return {
    async executeSql(text, values = []) {
      return { rows: await tx.query({ text, values } as unknown as Parameters<Db['query']>[0]) }
    },
  }
}
