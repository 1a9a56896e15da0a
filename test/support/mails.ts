import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import type { Caller, TestService } from './service.ts'

export interface Mail {
  action: string
  subject: string
  message: string
}

/** The mails recorded for an address, oldest first. */
export function mailsTo(service: TestService, recipient: string): Promise<Mail[]> {
  return service.db.query<Mail>(
    sql`select action, subject, message from mails where recipient = ${recipient} order by id`,
  )
}

/** The token in the link of the newest mail of this kind. */
export async function mailedToken(service: TestService, recipient: string, action: string): Promise<string> {
  const mail = (await mailsTo(service, recipient)).findLast((one) => one.action === action)
  const token = mail && /\?token=([\w-]{43})"/.exec(mail.message)?.[1]
  assert.ok(token, `a mail ${action} with a token for ${recipient}`)
  return token
}

/** Uses the link that confirms the address of an account. */
export async function confirm(service: TestService, { email }: Pick<Caller, 'email'>): Promise<void> {
  const token = await mailedToken(service, email, 'user_registration')
  const { status } = await service.call('POST', '/v1/auth/verify-email', { body: { data: { token } } })
  assert.equal(status, 200)
}
