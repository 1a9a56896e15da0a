import type { Command } from '../command.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'write the database, the local files and the secret into one file',
  options: {
    out: { value: 'FILE', about: 'the file to write (plenum-<time>.zip)' },
    force: { about: 'replace the file if there is one' },
  },
  details:
    'It is one moment of the database with all files that it names, also while the service runs. Files in a bucket\n' +
    'are not part of it. The file holds secrets and personal data: keep it as safe as the service itself.',
  examples: ['backup', 'backup --out /backups/monday.zip --force'],
  stopsInOrder: true,
  run: async (call) => (await import('../backup.ts')).backup(call),
}

export const restore: Command = {
  name: 'restore',
  summary: 'replace everything by what a backup holds',
  arguments: [{ name: 'file', about: 'the backup' }],
  options: { force: { about: 'also when the database is not empty: what it holds is lost' } },
  details:
    'Stop all services and workers first. All of the backup is restored, or nothing. One of an older version is brought\n' +
    'up to date. Tasks that had not ended then run again when the service starts.',
  examples: ['restore plenum-20260501T090000Z.zip'],
  stopsInOrder: true,
  run: async (call) => (await import('../backup.ts')).restore(call),
}

export const storageCheck: Command = {
  name: 'storage check',
  summary: 'write, read and delete a small object in the storage',
  details: 'Where files go is said by STORAGE and DATA_DIR or the variables that begin with S3_.',
  examples: ['storage check'],
  run: async (call) => (await import('../checks.ts')).storageCheck(call),
}

export const mailTest: Command = {
  name: 'mail test',
  summary: 'send a test mail',
  arguments: [{ name: 'e-mail', about: 'the address that gets it' }],
  details:
    'It is handed to the server in MAIL_URL at once, without the database, so that a fault is seen here.',
  examples: ['mail test ada@example.org'],
  run: async (call) => (await import('../checks.ts')).mailTest(call),
}
