import type { Command } from '../command.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'back up the database, the local files and the secret to one file',
  options: {
    out: { value: 'FILE', about: 'the file to write (plenum-<time>.zip)' },
    force: { about: 'overwrite the file if it exists' },
  },
  details:
    'The backup is a consistent snapshot of the database and its files, even while the service runs. It does not include\n' +
    'files in a bucket. It contains secrets and personal data, so keep it as safe as the service itself.',
  examples: ['backup', 'backup --out /backups/monday.zip --force'],
  stopsInOrder: true,
  run: async (call) => (await import('../backup.ts')).backup(call),
}

export const restore: Command = {
  name: 'restore',
  summary: 'replace all data with a backup',
  arguments: [{ name: 'file', about: 'the backup' }],
  options: { force: { about: 'replace a database that is not empty; its data is lost' } },
  details:
    'Stop all services and workers first. Restores all of the backup or nothing, and migrates a backup from an older\n' +
    'version. Unfinished tasks run again when the service starts.',
  examples: ['restore plenum-20260501T090000Z.zip'],
  stopsInOrder: true,
  run: async (call) => (await import('../backup.ts')).restore(call),
}

export const storageCheck: Command = {
  name: 'storage check',
  summary: 'check that the storage can write, read and delete files',
  details: 'STORAGE selects the storage; DATA_DIR or the S3_ variables configure it.',
  examples: ['storage check'],
  run: async (call) => (await import('../checks.ts')).storageCheck(call),
}

export const mailTest: Command = {
  name: 'mail test',
  summary: 'send a test mail',
  arguments: [{ name: 'e-mail', about: 'the recipient' }],
  details: 'Sends the mail directly through MAIL_URL, without the queue, and shows any error.',
  examples: ['mail test ada@example.org'],
  run: async (call) => (await import('../checks.ts')).mailTest(call),
}
