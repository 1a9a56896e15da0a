import type { Command } from '../command.ts'
import { PHASES } from '../phases.ts'

const TASK = { name: 'task', about: 'the id of the task' }

export const taskList: Command = {
  name: 'task list',
  summary: 'list tasks, newest first',
  options: {
    state: { value: 'STATE', about: 'only tasks in this state', choices: PHASES },
    limit: { value: 'NUMBER', about: 'the maximum number of entries', default: '50', most: 10_000 },
  },
  details: 'Tasks are exports, imports, copies and image resizing. Times are in UTC.',
  examples: ['task list', 'task list --state failed --limit 10'],
  run: async (call) => (await import('../task.ts')).taskList(call),
}

export const taskShow: Command = {
  name: 'task show',
  summary: 'show one task with its result or error',
  arguments: [TASK],
  details: 'A task whose worker dies is restarted, up to four times; "tries" counts the starts.',
  examples: ['task show 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: async (call) => (await import('../task.ts')).taskShow(call),
}

export const taskRetry: Command = {
  name: 'task retry',
  summary: 'run a failed task again',
  arguments: [TASK],
  details:
    'The task waits for a worker. Follow it with "plenum task show". An import cannot be retried, because its archive is\n' +
    'not kept.',
  examples: ['task retry 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: async (call) => (await import('../task.ts')).taskRetry(call),
}

export const taskCancel: Command = {
  name: 'task cancel',
  summary: 'cancel a waiting or running task',
  arguments: [TASK],
  details:
    'The worker stops and removes unfinished work. The task fails with a message that it was cancelled, and its creator\n' +
    'gets the usual mail.',
  examples: ['task cancel 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: async (call) => (await import('../task.ts')).taskCancel(call),
}
