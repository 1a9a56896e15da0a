/** All commands, in the order of the help. */
import { adminCreate } from './admin.ts'
import { backup, restore } from './backup.ts'
import { mailTest, storageCheck } from './checks.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { eventExport } from './event-export.ts'
import { eventImport } from './event-import.ts'
import { eventCopy, eventList } from './event-list-copy.ts'
import { health } from './health.ts'
import { migrate } from './migrate.ts'
import { serve, worker } from './serve.ts'
import { taskCancel, taskList, taskRetry, taskShow } from './task.ts'

export const COMMANDS: readonly Command[] = [
  serve,
  worker,
  health,
  migrate,
  adminCreate,
  demo,
  eventList,
  eventExport,
  eventImport,
  eventCopy,
  taskList,
  taskShow,
  taskRetry,
  taskCancel,
  backup,
  restore,
  storageCheck,
  mailTest,
]
