/** What runs in the process of the tasks. It begins with the first line and ends when it is told to, or left alone. */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { TaskRun } from '../tasks/worker.ts'
import { endWithParent } from './end-with-parent.ts'
import type { TaskChildMessage, TaskChildWords } from './supervisor.ts'

/** Whoever waits for an answer goes before whoever waits for a task. */
const PATIENT = 10

endWithParent()
const told = once(process, 'message')
// Only now: whoever started this may tell it to stop while the rest is loaded.
const [{ readConfig }, { openLog }, { startService }, { taskRuns }, { runAlone }, { watchMemory }] =
  await Promise.all([
    import('../config.ts'),
    import('../http/request-log.ts'),
    import('../service.ts'),
    import('../tasks/worker.ts'),
    import('./run-alone.ts'),
    import('./memory.ts'),
  ])
const tell = (message: TaskChildMessage, told = () => {}) => void process.send!(message, told)
const tellRun = (isRunning: boolean) => (message: unknown) => {
  const { attempt, entry } = message as TaskRun
  tell({ taskId: entry.taskId, attempt, isRunning })
}
const [cutOff, manner] = process.argv.slice(2) as TaskChildWords
if (manner === 'patient') setPriority(PATIENT)
const config = readConfig(process.env)
watchMemory(config.taskMemory)
taskRuns.start.subscribe(tellRun(true))
taskRuns.asyncEnd.subscribe(tellRun(false))
try {
  const service = await startService(config, {
    logger: openLog(config),
    joins: true,
    alone: runAlone(config.taskMemory),
    cutOff: JSON.parse(cutOff),
  })
  tell('ready')
  await told
  const stopped = await service.stopTasks()
  await service.close()
  tell({ stopped }, () => process.exit(0))
} catch (error) {
  tell({ fault: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
}
