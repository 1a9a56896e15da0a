/** The examples of the OpenAPI document as requests. */
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { subscriptionOf } from '../../src/mail/event-mail.ts'
import { mailedToken } from './mails.ts'
import { make } from './make.ts'
import { logIn } from './people.ts'
import { ADMIN, type Caller, type Json, type TestService } from './service.ts'
import { until } from './until.ts'
import { FORM, formOf, uploadFile } from './uploads.ts'
import { startWorker } from './worker.ts'

export interface Operation {
  method: string
  path: string
  doc: Json
}

export function operationsOf(document: Json): Operation[] {
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Json>).map(([method, doc]) => ({
      method: method.toUpperCase(),
      path,
      doc,
    })),
  )
}

/** The parameters of the path, and the body by its media type. */
export function partsOf({ doc }: Operation): { parameters: Json[]; media?: string; example?: Json } {
  const parameters = (doc.parameters ?? []).filter((one: Json) => one.in === 'path')
  const [body] = Object.entries((doc.requestBody?.content ?? {}) as Record<string, Json>)
  return body ? { parameters, media: body[0], example: body[1].example } : { parameters }
}

/** The user that the examples create. */
const GUEST = { email: 'grace@example.org', password: 'a long password' }

/** Where the file of this task can be got. */
async function downloadOf(service: TestService, taskUrl: string): Promise<string> {
  await startWorker(service)
  let task: Json
  await until(async () => {
    task = (await service.call('GET', taskUrl)).body
    return task.state === 'SUCCESS'
  }, 60_000)
  return task.result.download_url
}

/** What stands for `$NAME` in an example: what a reader has got from an earlier answer or from a mail. */
const KNOWN: Record<string, (service: TestService, as: Caller, path: string) => string | Promise<string>> = {
  TOKEN: (_service, as) => as.token,
  EMAIL: () => ADMIN.email,
  PASSWORD: () => ADMIN.password,
  NEW_PASSWORD: () => 'another good password',
  TASK: async (service, as) => (await startExport(service, as)).split('/').at(-1)!,
  DOWNLOAD: async (service, as) =>
    (await downloadOf(service, await startExport(service, as))).split('/exports/')[1]!,
  COPY: async (service, as) => {
    const { body } = await service.call('GET', '/v1/users/1/personal-data', { as })
    return (await downloadOf(service, body.task_url)).split('/personal-data/')[1]!
  },
  FILE: async (service, as) => (await uploadFile(service, as, 'notes.txt', 'Notes')).split('/media/')[1]!,
  REFRESH_TOKEN: async (service) => {
    const body = { ...ADMIN, 'remember-me': true, 'include-in-response': true }
    return (await service.call('POST', '/v1/auth/login', { body })).body.refresh_token
  },
  MAIL_TOKEN: (service, as, path) => {
    if (path.includes('reset-password')) return mailedToken(service, ADMIN.email, 'password_reset')
    if (path.includes('reject-invite')) return tokenToReject(service, as)
    if (path.includes('speaker-invite')) return mailedToken(service, GUEST.email, 'speaker_invite')
    return mailedToken(service, GUEST.email, path.includes('invite') ? 'event_role' : 'user_registration')
  },
  SUBSCRIPTION: async ({ db }, as) => {
    await subscriptionOf(db, as.id, '1')
    const [row] = await db.query<{ token: string }>(sql`select token from mail_subscriptions`)
    return row!.token
  },
  TOKEN_OF_THE_INVITED_USER: (service) => logIn(service, GUEST.email, GUEST.password),
}

/** The other invitation is accepted. */
async function tokenToReject(service: TestService, as: Caller): Promise<string> {
  const email = 'lin@example.org'
  await make(service, as, 'speaker-invite', { email }, { session: { type: 'session', id: '1' } })
  return mailedToken(service, email, 'speaker_invite')
}

async function startExport(service: TestService, as: Caller): Promise<string> {
  return (await service.call('POST', '/v1/events/1/export/json', { as })).body.task_url
}

export interface Sent {
  url: string
  status: number
  text: string
  location: string | undefined
  /** The answer is one of the successes that the document names. */
  isGood: boolean
}

export async function sendExample(service: TestService, as: Caller, operation: Operation): Promise<Sent> {
  const { method, path, doc } = operation
  const known = async (value: Json): Promise<Json> => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const entries = Object.entries(value).map(async ([key, inner]) => [key, await known(inner)])
      return Object.fromEntries(await Promise.all(entries))
    }
    const [, name] = /^\$([A-Z_]+)$/.exec(String(value)) ?? []
    return name ? KNOWN[name]!(service, as, path) : value
  }
  const { parameters, media, example } = partsOf(operation)
  let url = path
  for (const { name, example } of parameters) url = url.replace(`{${name}}`, await known(example))
  const token = doc['x-token'] ? await known(doc['x-token']) : as.token
  const options =
    media === 'multipart/form-data' ? formOptions(example) : jsonOptions(media, await known(example))
  const { body, headers } = options
  const answer = await service.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `JWT ${token}`, ...headers },
    ...(body !== undefined && { payload: body as string }),
  })
  const documented = Object.keys(doc.responses).filter((status) => /^[23]/.test(status))
  const isGood = documented.some((status) => fits(status, answer.statusCode))
  return { url, status: answer.statusCode, text: answer.payload, location: answer.headers.location, isGood }
}

function fits(documented: string, status: number): boolean {
  return new RegExp(`^${documented.replaceAll('X', '\\d')}$`).test(String(status))
}

interface Options {
  body?: string
  headers?: Record<string, string>
}

function jsonOptions(media: string | undefined, body: Json): Options {
  if (!media || body === undefined) return {}
  // Documents with an extension are sent and accepted.
  const accept = media.includes(';') && { accept: media }
  return { body: JSON.stringify(body), headers: { 'content-type': media, ...accept } }
}

function formOptions(example: Record<string, string>): Options {
  const parts = Object.entries(example).map(([field, file]) => {
    assert.match(file, /^@/)
    return { field, name: file.slice(1), content: 'Some text.' }
  })
  return { body: formOf(parts).toString(), headers: FORM }
}
