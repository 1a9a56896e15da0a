/** Secrets leave the service by no way: no answer, no error, no log line, no archive and no table holds one in clear. */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { it } from 'node:test'
import pino from 'pino'
import sql, { raw } from 'sql-template-tag'
import { exportArchive } from '../../tools/archives.ts'
import { CLIENT, startPaymentServer } from '../../tools/oauth.ts'
import { unzip } from '../../tools/zips.ts'
import { mailedToken } from '../support/mails.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logIn, logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import {
  ADMIN,
  type Answer,
  type Caller,
  type CallOptions,
  type Json,
  startTestService,
} from '../support/service.ts'

const SECRET = 'a-secret-that-must-never-be-seen'
const log: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    log.push(String(chunk))
    done()
  },
})
const payment = await startPaymentServer()
const service = await startTestService(
  { ...payment.env, SECRET, WORKERS: '1' },
  { logger: pino({ level: 'trace' }, stream) },
)

const answers: string[] = []
async function call(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await service.call(method, url, options)
  answers.push(`${method} ${url} ${JSON.stringify(answer)}`)
  return answer
}

const admin = await logInAdmin(service)
const owner = await signUp(service)
const invited = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
await call('POST', '/v1/role-invites', {
  as: owner,
  body: bodyOf('role-invite', { email: invited.email }, { event }),
})
await call('POST', '/v1/auth/reset-password', { body: { data: { email: owner.email } } })

const CODES = [
  'ac_first_code',
  'ac_second_code',
  'ac_refused_code',
  'ac_too_long',
  'ac_wrong_type',
  'ac_no_json',
  'ac_late_code',
]
const NEW_PASSWORD = 'an even better password'
const WRONG_PASSWORD = 'a password that is wrong'
const tokens = {
  invite: await mailedToken(service, invited.email, await actionOf(invited)),
  reset: await mailedToken(service, owner.email, await actionOf(owner)),
}

async function actionOf({ email }: Caller): Promise<string> {
  const [mail] = await service.db.query<{ action: string }>(
    sql`select action from mails where recipient = ${email} order by id desc limit 1`,
  )
  return mail!.action
}

const authorize = (code: unknown, as: Caller | undefined = owner) =>
  call('POST', '/v1/payment-authorization', {
    as,
    body: bodyOf('payment-authorization', { 'payment-auth-code': code }, { event }),
  })

async function useAll(): Promise<void> {
  const { body } = await authorize(CODES[0])
  const url = `/v1/payment-authorization/${body.data.id}`
  const change = (code: unknown) =>
    call('PATCH', url, {
      as: owner,
      body: { data: { ...linkTo(body.data), attributes: { 'payment-auth-code': code } } },
    })
  await change(CODES[1])
  payment.answer = { status: 400, body: { error: 'invalid_grant', error_description: CODES[2] } }
  await change(CODES[2])
  payment.answer = { status: 500, body: { error: CODES[2] } }
  await change(CODES[2])
  await authorize(`${CODES[3]}${'x'.repeat(2000)}`)
  await authorize({ code: CODES[4] })
  await call('POST', '/v1/payment-authorization', { as: owner, body: `{"data": ${CODES[5]}` })
  for (const path of [
    url,
    `${url}?include=event`,
    `${url}/event`,
    `/v1/events/${event.id}?include=payment-authorization`,
  ])
    await call('GET', path, { as: owner })
  await call('GET', `${url}?fields[payment-authorization]=payment-auth-code`, { as: owner })
  await call('GET', `/v1/events/${event.id}/payment-authorization`, { as: admin })
  for (const kind of ['users', 'role-invites', 'users-events-roles', 'notifications', 'settings', 'roles'])
    await call('GET', `/v1/${kind}?page[size]=0`, { as: admin })
  await usePasswords()
}

async function usePasswords(): Promise<void> {
  await call('POST', '/v1/auth/login', { body: { email: owner.email, password: WRONG_PASSWORD } })
  const attributes = { email: 'no', password: NEW_PASSWORD }
  await call('POST', '/v1/users', { body: { data: { type: 'user', attributes } } })
  await call('POST', '/v1/auth/change-password', {
    as: owner,
    body: { data: { 'old-password': WRONG_PASSWORD, 'new-password': NEW_PASSWORD } },
  })
  await call('POST', '/v1/role-invites/accept-invite', {
    as: owner,
    body: { data: { token: tokens.invite } },
  })
  await call('POST', '/v1/role-invites/accept-invite', {
    as: invited,
    body: { data: { token: tokens.invite } },
  })
  await call('PATCH', '/v1/auth/reset-password', {
    body: { data: { token: tokens.reset, password: NEW_PASSWORD } },
  })
}

/** The same requests while the database fails, so that the log holds whole defects. */
async function useBrokenTables(): Promise<void> {
  const tables = ['payment_authorizations', 'email_tokens', 'role_invites']
  for (const table of tables)
    await service.db.query(sql`alter table ${raw(table)} rename to ${raw(`lost_${table}`)}`)
  const statuses = [
    await authorize(CODES[6], admin),
    await call('PATCH', '/v1/auth/reset-password', {
      body: { data: { token: tokens.reset, password: NEW_PASSWORD } },
    }),
    await call('POST', '/v1/role-invites/accept-invite', {
      as: invited,
      body: { data: { token: tokens.invite } },
    }),
  ].map(({ status }) => status)
  assert.deepEqual(statuses, [500, 500, 500])
  for (const table of tables)
    await service.db.query(sql`alter table ${raw(`lost_${table}`)} rename to ${raw(table)}`)
}

async function tableTexts(): Promise<string[]> {
  const tables = await service.db.query<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'mails'`,
  )
  const texts = tables.map(async ({ name }) => {
    const rows = await service.db.query<{ text: string }>(sql`select t::text as text from ${raw(name)} t`)
    return rows.map(({ text }) => `${name} ${text}`)
  })
  return (await Promise.all(texts)).flat()
}

it('no answer, error, log line, archive or table holds a secret in clear', async () => {
  const again = await logIn(service, owner.email, PASSWORD)
  const archive = await unzip(await exportArchive(service, { ...owner, token: again }, event.id))
  await useAll()
  await useBrokenTables()

  const granted = CODES.flatMap((code) => [code, `sk_${code}`, `rt_${code}`])
  const passwords = [PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, ADMIN.password]
  const secrets = [SECRET, CLIENT.secret, ...granted, ...passwords, ...Object.values(tokens)]
  const logIns = [admin.token, owner.token, invited.token, again]
  const found = (texts: string[], looked: string[]) =>
    texts.flatMap((text) =>
      looked.filter((one) => text.includes(one)).map((one) => `${one} in ${text.slice(0, 300)}`),
    )

  const archived = [...archive].map(([name, bytes]) => `${name} ${bytes}`)
  const kept = await tableTexts()
  assert.ok(log.length > 40 && answers.length > 25 && archived.length > 10 && kept.length > 50)
  assert.equal(log.filter((line) => line.includes('unexpected error')).length, 3)
  assert.deepEqual(payment.exchanges.map(({ code }: Json) => code).slice(0, 2), CODES.slice(0, 2))
  for (const texts of [answers, log, archived, kept])
    assert.deepEqual(found(texts, [...secrets, ...logIns]), [])
})
