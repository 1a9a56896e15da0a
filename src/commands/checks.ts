import { join } from 'node:path'
import type { Config } from '../config.ts'
import { checkStorage } from '../files/check-storage.ts'
import { openStorages } from '../files/open-storages.ts'
import { sendTestMail } from '../mail/sender.ts'
import type { Print } from './commands.ts'

/** Writes, reads and deletes a small object in the configured storage. */
export async function tryStorage(config: Config, print: Print): Promise<void> {
  const { primary } = await openStorages(config)
  await checkStorage(primary, config.storage)
  const place =
    config.storage.kind === 's3' ? `the bucket ${config.storage.s3!.bucket}` : join(config.dataDir, 'files')
  print(`Files can be written, read and deleted in ${place}.`, { storage: config.storage.kind, place })
}

/** Sends a mail at once, without the database. */
export async function tryMail(config: Config, address: string, print: Print): Promise<void> {
  if (config.mailUrl === undefined) throw new Error('MAIL_URL is not set: mails are only recorded.')
  await sendTestMail(config.mailUrl, config.mailFrom, address)
  print(`The mail server took a test mail for ${address}.`, { recipient: address })
}
