/** The process that runs tasks. It ends when its parent asks it to, or is gone. */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { TaskRun } from '../tasks/worker.ts'
import { endWithParent } from './end-with-parent.ts'
import type { TaskChildArguments, TaskChildMessage } from './supervisor.ts'

/** The priority of task processes: requests come first. */
const PATIENT = 10

endWithParent()
const started = once(process, 'message')
// Loaded only now, so that a request to stop is noticed in the meantime.
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
const [cutOff, manner] = process.argv.slice(2) as TaskChildArguments
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
  await started
  const stopped = await service.stopTasks()
  await service.close()
  tell({ stopped }, () => process.exit(0))
} catch (error) {
  tell({ fault: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
}
