/** For every resource that can be created: a body that is valid, each time with what must be unique made anew. */
import type { Declaration } from '../../src/resources/declare.ts'
import { bodyOf, linkTo, make } from './make.ts'
import type { Caller, Json, TestService } from './service.ts'

let count = 0

const UNIQUE: Record<string, () => Json> = {
  user: () => ({ email: `sample${count}@plenum.test`, password: 'long enough' }),
  role: () => ({ name: `role ${count}` }),
  'role-invite': () => ({ email: `sample${count}@plenum.test` }),
}

export async function sampleBody(
  service: TestService,
  as: Caller,
  { type, belongsTo = {} }: Declaration,
): Promise<Json> {
  count++
  const links: Json = {}
  if (belongsTo.event) links.event = linkTo(await make(service, as, 'event'))
  if (type === 'event-sub-topic') links['event-topic'] = { type: 'event-topic', id: '1' }
  if (type === 'users-events-roles') {
    links.user = { type: 'user', id: as.id }
    links.role = { type: 'role', id: '3' }
  }
  return bodyOf(type, UNIQUE[type]?.() ?? {}, links)
}
