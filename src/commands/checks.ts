import { join } from 'node:path'
import { checkStorage } from '../files/check-storage.ts'
import { openPrimary } from '../files/open-storages.ts'
import { sendTestMail } from '../mail/sender.ts'
import type { Call, Outcome } from './command.ts'

export async function storageCheck({ config }: Call): Promise<Outcome> {
  await checkStorage(await openPrimary(config), config.storage)
  const { kind, s3 } = config.storage
  const place = kind === 's3' ? `the bucket ${s3!.bucket}` : join(config.dataDir, 'files')
  return {
    text: `Files can be written, read and deleted in ${place}.`,
    value: { storage: kind, place },
  }
}

export async function mailTest({ config, argument }: Call): Promise<Outcome> {
  if (config.mailUrl === undefined)
    throw new Error('MAIL_URL is not set, so mails are recorded but not sent.')
  const address = argument('e-mail')
  await sendTestMail(config.mailUrl, config.mailFrom, address)
  return { text: `The mail server accepted a test mail for ${address}.`, value: { recipient: address } }
}
