/** Accounts and the roles they have at an event. */
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { ADMIN, type CalledService, type Caller, type TestService } from './service.ts'

export const PASSWORD = 'a good password'

let count = 0

export async function signUp(service: CalledService, email = `user${++count}@plenum.test`): Promise<Caller> {
  const body = { data: { type: 'user', attributes: { email, password: PASSWORD } } }
  const answer = await service.call('POST', '/v1/users', { body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { id: answer.body.data.id, email, token: await logIn(service, email, PASSWORD) }
}

export async function logIn(service: CalledService, email: string, password: string): Promise<string> {
  const answer = await service.call('POST', '/v1/auth/login', { body: { email, password } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.access_token
}

export async function logInAdmin(service: CalledService): Promise<Caller> {
  const token = await logIn(service, ADMIN.email, ADMIN.password)
  const { body } = await service.call('GET', '/v1/users/user-details/get-user-id', {
    headers: { authorization: `JWT ${token}` },
  })
  return { id: String(body.user_id), email: ADMIN.email, token }
}

export async function giveRole(
  service: TestService,
  user: Caller,
  eventId: string,
  role: string,
): Promise<void> {
  await service.db.query(sql`insert into users_events_roles (user_id, event_id, role_id)
    select ${user.id}, ${eventId}, id from roles where name = ${role}`)
}

export const CALLERS = [
  'anonymous',
  'stranger',
  'reviewer',
  'registrar',
  'coorganizer',
  'organizer',
  'owner',
  'admin',
] as const
export type CallerName = (typeof CALLERS)[number]
export type Cast = Record<CallerName, Caller | undefined>

/** One of each kind of caller, without roles yet. */
export async function castOf(service: TestService): Promise<Cast> {
  return {
    anonymous: undefined,
    stranger: await signUp(service),
    reviewer: await signUp(service),
    registrar: await signUp(service),
    coorganizer: await signUp(service),
    organizer: await signUp(service),
    owner: await signUp(service),
    admin: await logInAdmin(service),
  }
}

/** Gives the cast its roles at an event that the owner made. */
export async function giveRoles(service: TestService, cast: Cast, eventId: string): Promise<void> {
  for (const role of ['reviewer', 'registrar', 'coorganizer', 'organizer'] as const)
    await giveRole(service, cast[role]!, eventId, role)
}
