/** What a process does beside serving. */

import { sweepFiles, tablesWithFiles } from '../archive/sweep.ts'
import { connect } from '../database/connect.ts'
import { startSender } from '../mail/sender.ts'
import { adoptTasks } from '../tasks/adopt.ts'
import { type Attempt, sharesOf } from '../tasks/queue.ts'
import { type RunAlone, startWorker } from '../tasks/worker.ts'
import { startWebhookSender } from '../webhooks/sender.ts'
import { startCleanUp } from './clean-up.ts'
import { type Closers, deliveryPartsOf, PATIENCE, type Parts, taskTypesOf } from './parts.ts'

export interface WorkOptions {
  /** Runs a task in a process of its own after it was cut off. Absent: it runs beside the others again. */
  alone?: RunAlone
  /** Attempts that were running in a process that has died. */
  cutOff?: readonly Attempt[]
  /** As in WorkerParts; tests cannot wait that long. */
  shortFault?: number
}

/** Runs tasks, sends mails and webhooks, and tidies up in this process. Tasks may take long, so they have connections of their own. */
export async function startWork(
  parts: Parts,
  closers: Closers,
  { alone, cutOff = [], shortFault }: WorkOptions,
): Promise<void> {
  const { config, log, url, listener, queue, storage, storages, models } = parts
  const { slots } = sharesOf(config.workers)
  // Three for a long task, one for a short one.
  const db = connect(url, { poolSize: slots * 4 + 2, statementTimeout: 0, publicUrl: config.publicUrl })
  closers.push(() => db.close())
  // The running tasks end before their connections do.
  closers.push(() => queue.close(PATIENCE))
  closers.push(
    await startSender({ db, listener, log, url: config.mailUrl, from: config.mailFrom, addresses: config }),
  )
  closers.push(startWebhookSender({ ...deliveryPartsOf(parts, db), listener, log }))
  const tables = tablesWithFiles(models)
  const cleanUp = startCleanUp({
    db,
    storage,
    exportDays: config.exportDays,
    auditDays: config.auditDays,
    sweepFiles: () => sweepFiles({ db, storages, tables }),
    fail: (error) => log.error({ err: error }, 'clean-up failed'),
  })
  closers.push(cleanUp)
  await adoptTasks(db, queue)
  if (cutOff.length > 0) await queue.free(db, cutOff)
  const taskTypes = taskTypesOf(parts)
  await startWorker({ db, listener, queue, taskTypes, log, alone, shortFault }, config.workers)
}
