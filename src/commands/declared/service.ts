/** Running the service, and what comes before its first request. */
import type { Command } from '../command.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'start the service',
  details:
    'Serves requests and runs tasks until you press Ctrl-C. With WORKERS=0 it leaves the tasks to workers.\n' +
    'Without DATABASE_URL it starts an embedded PostgreSQL in DATA_DIR.',
  examples: ['serve'],
  hasResult: false,
  stopsInOrder: true,
  run: async (call) => (await import('../serve.ts')).serve(call),
}

export const worker: Command = {
  name: 'worker',
  summary: 'run tasks only, next to a service on the same database',
  details:
    'Runs up to WORKERS exports, imports and copies at once until you press Ctrl-C. A task that is not finished by then\n' +
    'goes back to the queue.',
  examples: ['worker'],
  hasResult: false,
  stopsInOrder: true,
  run: async (call) => (await import('../serve.ts')).worker(call),
}

export const health: Command = {
  name: 'health',
  summary: 'check whether the running service is ready',
  details:
    'Calls /readyz of the service at HOST and PORT. Exits with 0 if the service is ready, otherwise with 1. Use it for\n' +
    'container health checks and monitoring.',
  examples: ['health'],
  run: async (call) => (await import('../health.ts')).health(call),
}

export const migrate: Command = {
  name: 'migrate',
  summary: 'apply pending migrations to the database',
  options: { status: { about: 'list pending migrations without applying them' } },
  details:
    'The service also does this on every start. Use the command to migrate at another time.\n' +
    'Each migration is applied only once.',
  examples: ['migrate --status', 'migrate'],
  run: async (call) => (await import('../migrate.ts')).migrate(call),
}

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'create a super admin, or promote an account and reset its password',
  arguments: [{ name: 'e-mail', about: 'the address of the account' }],
  details:
    'The password is ADMIN_PASSWORD, or a random one that is shown once. The account is logged out everywhere. Use this\n' +
    'command to regain access if you are locked out.',
  examples: ['admin create ada@example.org'],
  run: async (call) => (await import('../admin.ts')).adminCreate(call),
}

export const demo: Command = {
  name: 'demo',
  summary: 'create a demo conference',
  options: {
    owner: {
      value: 'E-MAIL',
      about: 'the owner, created if the account does not exist',
      default: 'demo@example.org',
    },
    again: { about: 'create another one even if the owner already has one' },
  },
  details:
    'A published three-day event with rooms, tracks, about forty sessions, thirty speakers with photos, sponsors, tickets\n' +
    'and a call for speakers, all fictional. Delete it like any other event.',
  examples: ['demo'],
  stopsInOrder: true,
  run: async (call) => (await import('../demo.ts')).demo(call),
}
