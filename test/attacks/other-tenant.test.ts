/**
 * Every route is tried with the ids of another tenant: nothing of theirs is told, nothing is changed, and what is hidden
 * cannot be told from what is not there.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { isToMany, type Model, type Relation } from '../../src/jsonapi/model.ts'
import type { Access } from '../../src/resources/declare.ts'
import type { Request } from '../permissions/plain-requests.ts'
import { requestOf } from '../permissions/requests.ts'
import type { World } from '../permissions/world.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import {
  ask,
  hideProposals,
  isPrivate,
  makeTenants,
  mark,
  nowhere,
  rowsOf,
  type Tenants,
  type Told,
} from './tenants.ts'

const MARK = 'q7zmark'
const service = await startTestService({ CACHE_MB: '8' })
const models = [...service.models.values()]

// Those of accounts are about whoever calls. A task is known to whoever was told its address.
const routes = service.routes.filter(
  ({ url }) =>
    url.startsWith('/v1/') &&
    !/^\/v1\/(auth|tasks|openapi|upload)/.test(url) &&
    // Whoever holds the token of a mail may say no.
    !/(reject-invite|subscribe\/:token)$/.test(url),
)
/** Whoever holds the token of an invitation may be told whom it is for. */
const byToken = (url: string) => /(role[-_]|speaker-)invites\/(accept-invite|user)$/.test(url)
const isPublicKind = (url: string) => {
  const model = models.find(({ path }) => url.startsWith(path))
  return model === undefined || !isPrivate(model)
}

type Route = { method: string; url: string }

function requestAs(
  route: Route,
  world: World,
  { victim }: Tenants,
  caller: Caller | undefined,
): Promise<Request> {
  const trial = { service, world, cast: victim.cast, caller, refreshToken: undefined, keepsAll: true }
  return requestOf(route, trial)
}

const send = ({ method }: Route, { url, ...options }: Request) => ask(service, method, url, options)
const tells = ({ headers, body }: Told) => (headers + body).includes(MARK)
const shown = ({ status, body }: Told) => `${status} ${body}`

const drafts = await makeTenants(service, 'draft')
const published = await makeTenants(service, 'published')

describe('a draft of another tenant', async () => {
  const { victim, attackers, own } = drafts
  assert.ok((await mark(service, victim, MARK, () => true)) > 100)
  const before = await rowsOf(service, victim)
  const missing = nowhere(service, victim.world)

  for (const [who, caller] of Object.entries(attackers)) {
    it(`is not told of, and is as if it were not there, to ${who}`, async () => {
      const told: string[] = []
      const betrayed: string[] = []
      for (const route of routes) {
        const name = `${route.method} ${route.url}`
        const request = await requestAs(route, victim.world, drafts, caller)
        const answer = await send(route, request)
        if (tells(answer) && !byToken(route.url)) told.push(name)
        const other = await requestAs(route, missing, drafts, caller)
        const namesNothing = JSON.stringify(request) === JSON.stringify(other)
        if (namesNothing || isPublicKind(route.url) || byToken(route.url)) continue
        const twin = await send(route, other)
        if (shown(answer) !== shown(twin)) betrayed.push(`${name} ${shown(answer)} instead of ${shown(twin)}`)
      }
      assert.deepEqual([told, betrayed], [[], []])
    })
  }

  /** The requests that would link a record of the attacker with one of this world. */
  function linksTo(world: World): { method: string; url: string; body: Json }[] {
    const all = models.filter(({ declaration }) => declaration.access.update)
    return all.flatMap((model) => [...model.relations.values()].flatMap((one) => linksBy(model, one, world)))
  }

  function linksBy({ type, path }: Model, relation: Relation, world: World) {
    const { target, wire } = relation
    const { id } = own.records[type]!
    const one = { type: target.type, id: world.records[target.type]!.id }
    const data = isToMany(relation) ? [one] : one
    const record = { type, id, relationships: { [wire]: { data } } }
    const methods = isToMany(relation) ? ['PATCH', 'POST', 'DELETE'] : ['PATCH']
    const url = `${path}/${id}`
    return [
      { method: 'PATCH', url, body: { data: record } },
      ...methods.map((method) => ({ method, url: `${url}/relationships/${wire}`, body: { data } })),
    ]
  }

  it('is as if it were not there when a record is to be linked with it', async () => {
    const betrayed: string[] = []
    const twins = linksTo(missing)
    for (const [place, { method, url, body }] of linksTo(victim.world).entries()) {
      const answer = await ask(service, method, url, { as: attackers.member, body })
      const twin = await ask(service, method, url, { as: attackers.member, body: twins[place]!.body })
      if (tells(answer) || shown(answer) !== shown(twin))
        betrayed.push(`${method} ${url} ${shown(answer)} instead of ${shown(twin)}`)
    }
    assert.ok(twins.length > 100)
    assert.deepEqual(betrayed, [])
  })

  it('is as it was', async () => {
    assert.deepEqual(await rowsOf(service, victim), before)
  })
})

/** What everybody may read of a published event. */
const OPEN = new Set<Access>(['all', 'visible', 'viewer', 'submission', 'profile', 'ticket', 'feedback'])

describe('a published event of another tenant', async () => {
  const { victim, attackers } = published
  const isHidden = ({ field }: { field: { visibleTo?: Access } }, { declaration }: Model) =>
    field.visibleTo !== undefined || !OPEN.has(declaration.access.read)
  assert.ok((await mark(service, victim, MARK, isHidden)) > 30)
  const { session, ticket } = victim.world.records
  await service.db.query(
    sql`update sessions set state = 'pending', title = ${MARK} where id = ${session!.spare}`,
  )
  await service.db.query(sql`update tickets set name = ${MARK} where id = ${ticket!.spare} and is_hidden`)
  await hideProposals(service, victim, MARK)
  const [marked] = await service.db.query<{ last: string }>(
    sql`select max(id) as last from user_favourite_sessions`,
  )
  const before = await rowsOf(service, victim)

  // A stranger may do nothing that a member of another event may not.
  const { stranger: _, ...others } = attackers
  for (const [who, caller] of Object.entries(others)) {
    it(`tells ${who} nothing that is hidden`, async () => {
      const told: string[] = []
      for (const route of routes) {
        const answer = await send(route, await requestAs(route, victim.world, published, caller))
        if (tells(answer) && !byToken(route.url)) told.push(`${route.method} ${route.url}`)
      }
      assert.deepEqual(told, [])
    })
  }

  it('is as it was', async () => {
    // Everyone may mark what is public, and give feedback on what has begun.
    await service.db.query(sql`delete from user_favourite_sessions where id > ${marked!.last}`)
    await service.db.query(sql`delete from feedbacks where session_id is null`)
    await service.db.query(sql`delete from changes where record_type = 'feedback'`)
    await service.db.query(sql`delete from webhook_deliveries where record_type = 'feedback'`)
    assert.deepEqual(await rowsOf(service, victim), before)
  })
})
