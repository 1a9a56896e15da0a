/** The process for a single attempt at a task. Its arguments are the id, the number of the attempt, and whether it is the last. */
import { join } from 'node:path'
import { loadSecret } from '../access/secret.ts'
import { readConfig } from '../config.ts'
import { connect } from '../database/connect.ts'
import { findEmbedded } from '../database/embedded/server.ts'
import { openLog } from '../http/request-log.ts'
import { openParts, taskTypesOf } from '../service/parts.ts'
import { findTask } from '../tasks/task.ts'
import { runTask } from '../tasks/worker.ts'
import { endWithParent } from './end-with-parent.ts'
import { watchMemory } from './memory.ts'
import { GIVEN_BACK } from './run-alone.ts'

endWithParent()
const stopping = new AbortController()
process.once('message', () => stopping.abort(new Error('The process is shutting down.')))

const [id, attempt, isLastTry] = process.argv.slice(2) as [string, string, string]
const config = readConfig(process.env)
watchMemory(config.taskMemory)
const log = openLog(config)

async function run(): Promise<void> {
  const url = config.databaseUrl ?? (await findEmbedded(join(config.dataDir, 'postgres')))
  if (!url) throw new Error('The database is not running.')
  const secret = await loadSecret(config.secret, config.dataDir)
  const parts = await openParts({ config, secret, url, log }, [])
  // Tasks may take long, so they have connections of their own, without a limit for a statement.
  const db = connect(url, { poolSize: 4, statementTimeout: 0 })
  const task = await findTask(db, id)
  if (task?.attempt !== Number(attempt) || task.finished_at !== null) return
  const { listener, queue } = parts
  const worker = { db, listener, queue, taskTypes: taskTypesOf(parts), log }
  const queued = {
    taskId: id,
    entry: { taskId: id },
    isLastTry: isLastTry === 'true',
    signal: stopping.signal,
  }
  await runTask(worker, { ...task, was_cut_off: true }, queued)
}

run().then(
  () => process.exit(0),
  (error) => {
    log.warn({ err: error, task: id }, 'task returned to the queue')
    process.exit(GIVEN_BACK)
  },
)
