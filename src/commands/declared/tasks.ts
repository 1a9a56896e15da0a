import type { Command } from '../command.ts'
import { PHASES } from '../phases.ts'

const TASK = { name: 'task', about: 'its id, as in its address' }

export const taskList: Command = {
  name: 'task list',
  summary: 'show the tasks, the newest first',
  options: {
    state: { value: 'STATE', about: 'only those that are', choices: PHASES },
    limit: { value: 'NUMBER', about: 'how many at the most', default: '50', most: 10_000 },
  },
  details: 'Tasks are exports, imports, copies and the making of smaller pictures. Times are in UTC.',
  examples: ['task list', 'task list --state failed --limit 10'],
  run: async (call) => (await import('../task.ts')).taskList(call),
}

export const taskShow: Command = {
  name: 'task show',
  summary: 'show one task with its result or error',
  arguments: [TASK],
  details: 'Its tries count the starts: a task whose worker died is started again, up to four times.',
  examples: ['task show 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: async (call) => (await import('../task.ts')).taskShow(call),
}

export const taskRetry: Command = {
  name: 'task retry',
  summary: 'run a failed task again',
  arguments: [TASK],
  details:
    'It waits for a worker like a new one; "plenum task show" tells how it goes. An import cannot be run again, because\n' +
    'its archive is not kept.',
  examples: ['task retry 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: async (call) => (await import('../task.ts')).taskRetry(call),
}

export const taskCancel: Command = {
  name: 'task cancel',
  summary: 'end a task that waits or runs',
  arguments: [TASK],
  details:
    'A worker that runs it stops. Nothing half-made stays, and the task ends as a failed one, with a text that says\n' +
    'why; whoever started it gets the usual mail.',
  examples: ['task cancel 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: async (call) => (await import('../task.ts')).taskCancel(call),
}
