/** All commands, in the order of the help. */
import type { Command } from './command.ts'
import { changes } from './declared/changes.ts'
import { eventCopy, eventExport, eventImport, eventList } from './declared/events.ts'
import { scheduleExport, scheduleImport } from './declared/schedules.ts'
import { adminCreate, demo, health, migrate, serve, worker } from './declared/service.ts'
import { taskCancel, taskList, taskRetry, taskShow } from './declared/tasks.ts'
import { tokenCreate, tokenList, tokenRevoke } from './declared/tokens.ts'
import { backup, mailTest, restore, storageCheck } from './declared/upkeep.ts'
import { webhookPing } from './declared/webhooks.ts'

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
  scheduleExport,
  scheduleImport,
  changes,
  taskList,
  taskShow,
  taskRetry,
  taskCancel,
  tokenCreate,
  tokenList,
  tokenRevoke,
  webhookPing,
  backup,
  restore,
  storageCheck,
  mailTest,
]
