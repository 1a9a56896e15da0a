/** Running the service, and what comes before its first request. */
import type { Command } from '../command.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'start the service',
  details:
    'It serves requests and runs tasks until Ctrl-C stops it; with WORKERS=0 it leaves the tasks to workers.\n' +
    'Without DATABASE_URL it starts a PostgreSQL of its own in DATA_DIR.',
  examples: ['serve'],
  hasResult: false,
  stopsInOrder: true,
  run: async (call) => (await import('../serve.ts')).serve(call),
}

export const worker: Command = {
  name: 'worker',
  summary: 'only run tasks, beside a service on the same database',
  details:
    'It runs exports, imports and copies, up to WORKERS at once, until Ctrl-C stops it. A task that does not end in\n' +
    'time is given back to others.',
  examples: ['worker'],
  hasResult: false,
  stopsInOrder: true,
  run: async (call) => (await import('../serve.ts')).worker(call),
}

export const health: Command = {
  name: 'health',
  summary: 'ask the running service whether it can serve',
  details:
    'It calls /readyz of the service that listens on HOST and PORT. The exit code is 0 when it can serve, else 1: for\n' +
    'containers and monitors.',
  examples: ['health'],
  run: async (call) => (await import('../health.ts')).health(call),
}

export const migrate: Command = {
  name: 'migrate',
  summary: 'bring the database up to date',
  options: { status: { about: 'only tell what is missing' } },
  details:
    'Every start of the service does this too; the command is for those who want it to happen at another time.\n' +
    'Migrations that have been applied are not applied again.',
  examples: ['migrate --status', 'migrate'],
  run: async (call) => (await import('../migrate.ts')).migrate(call),
}

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'make a super admin, or make an account one with a new password',
  arguments: [{ name: 'e-mail', about: 'the address of the account' }],
  details:
    'The password is ADMIN_PASSWORD, or a random one that is shown once. All log-ins of the account end. This is also\n' +
    'the way back in for who is locked out.',
  examples: ['admin create ada@example.org'],
  run: async (call) => (await import('../admin.ts')).adminCreate(call),
}

export const demo: Command = {
  name: 'demo',
  summary: 'make a conference to look at',
  options: {
    owner: {
      value: 'E-MAIL',
      about: 'the account that owns it, made if there is none',
      default: 'demo@example.org',
    },
    again: { about: 'make another one although the owner has one' },
  },
  details:
    'Three days with rooms, tracks, some forty sessions, thirty speakers with pictures, sponsors, tickets and a call for\n' +
    'speakers, all made up. It is published. Delete it like any other event.',
  examples: ['demo'],
  stopsInOrder: true,
  run: async (call) => (await import('../demo.ts')).demo(call),
}
