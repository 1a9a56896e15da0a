import { join } from 'node:path'
import { checkStorage } from '../files/check-storage.ts'
import { openPrimary } from '../files/open-storages.ts'
import { sendTestMail } from '../mail/sender.ts'
import type { Command } from './command.ts'

export const storageCheck: Command = {
  name: 'storage check',
  summary: 'write, read and delete a small object in the storage',
  details: 'Where files go is said by STORAGE and DATA_DIR or the variables that begin with S3_.',
  examples: ['storage check'],
  async run({ config }) {
    await checkStorage(await openPrimary(config), config.storage)
    const { kind, s3 } = config.storage
    const place = kind === 's3' ? `the bucket ${s3!.bucket}` : join(config.dataDir, 'files')
    return {
      text: `Files can be written, read and deleted in ${place}.`,
      value: { storage: kind, place },
    }
  },
}

export const mailTest: Command = {
  name: 'mail test',
  summary: 'send a test mail',
  arguments: [{ name: 'e-mail', about: 'the address that gets it' }],
  details:
    'It is handed to the server in MAIL_URL at once, without the database, so that a fault is seen here.',
  examples: ['mail test ada@example.org'],
  async run({ config, argument }) {
    if (config.mailUrl === undefined) throw new Error('MAIL_URL is not set: mails are only recorded.')
    const address = argument('e-mail')
    await sendTestMail(config.mailUrl, config.mailFrom, address)
    return { text: `The mail server took a test mail for ${address}.`, value: { recipient: address } }
  },
}
