/** The request by which a route is tried: one that succeeds for whoever is allowed to make it. */
import sql, { raw } from 'sql-template-tag'
import { isToMany, type Model, type Relation } from '../../src/jsonapi/model.ts'
import { toWire } from '../../src/resources/names.ts'
import { anotherLike, changeOf, toAttributes } from '../support/catalog.ts'
import { bodyOf, type Relationships } from '../support/make.ts'
import type { CallerName } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { plainRequests, type Request, type Trial } from './plain-requests.ts'
import type { World } from './world.ts'

type Route = { method: string; url: string }

export async function requestOf(route: Route, trial: Trial): Promise<Request> {
  const plain = plainRequests[`${route.method} ${route.url}`]
  if (plain) return { url: route.url, as: trial.caller, ...(await plain(trial)) }
  const [, path, , below, name] = route.url.replace('/v1', '').split('/')
  const model = modelAt(trial.service, `/${path}`)
  if (!model) return { url: route.url, as: trial.caller }
  const url = route.url.replace(':id', trial.world.records[model.type]!.id)
  return { url, as: trial.caller, body: await bodyFor(route, model, below, name, trial) }
}

function modelAt({ models }: TestService, path: string): Model | undefined {
  const paths = ({ declaration: { path, aliases = [] } }: Model) => [path, ...aliases]
  return [...models.values()].find((model) => paths(model).includes(path))
}

async function bodyFor(
  { method, url }: Route,
  model: Model,
  below: string | undefined,
  name: string | undefined,
  trial: Trial,
): Promise<unknown> {
  if (method === 'GET') return undefined
  if (below === 'relationships') return linkageFor(method, relationAt(model, name!)!, trial)
  if (method === 'DELETE') return undefined
  if (method === 'PATCH') return patchOf(model, trial)
  const target = below ? (relationAt(model, below)?.target ?? modelAt(trial.service, `/${below}`)!) : model
  if (!trial.keepsAll) await makeRoom(trial, target)
  if (target.type === 'review' && !trial.keepsAll) await reopen(trial)
  const { event, ...others } = linksFor(target, trial.world)
  const links = url.includes(':id') || !event ? others : { event, ...others }
  return bodyOf(target.type, attributesFor(target, trial.service), links, trial.service.catalog)
}

function relationAt(model: Model, wire: string): Relation | undefined {
  return [...model.relations.values()].find((relation) => relation.wire === wire)
}

/** Adds a record that is not linked yet, or takes the linked one away: a change, unless there is nothing to take. */
function linkageFor(method: string, relation: Relation, trial: Trial): unknown {
  const { type } = relation.target
  const { id, spare, foreign } = trial.world.records[type]!
  const holder = HOLDERS[relation.name]
  const isChild = 'inverse' in relation && relation.inverse === relation.target.parent
  const added = isChild || holder ? foreign : spare
  const removed = holder ? trial.cast[holder]!.id : id
  const one = { type, id: method === 'DELETE' ? removed : added }
  return { data: isToMany(relation) ? [one] : one }
}

/** Who has the role that a relationship of the event leads to. */
const HOLDERS: Record<string, CallerName> = {
  organizers: 'organizer',
  coorganizers: 'coorganizer',
  registrars: 'registrar',
  reviewers: 'reviewer',
  moderators: 'admin',
  track_organizers: 'admin',
}

function patchOf({ type }: Model, { service, world: { records } }: Trial): unknown {
  const role = { data: { type: 'role', id: records.role!.spare } }
  const change =
    type === 'users-events-roles'
      ? { relationships: { role } }
      : { attributes: toAttributes(changeOf(service.catalog.entryOf(type))) }
  return { data: { type, id: records[type]!.id, ...change } }
}

/** An event has only one of some. */
async function makeRoom({ service, world }: Trial, { type, table }: Model): Promise<void> {
  if (service.catalog.entryOf(type).sample.onePerEvent)
    await service.db.query(sql`delete from ${raw(table)} where event_id = ${world.records.event!.id}`)
}

/** What has been decided is not reviewed. */
async function reopen({ service, world }: Trial): Promise<void> {
  await service.db.query(sql`update sessions set state = 'pending' where id = ${world.records.session!.id}`)
}

/** All that it needs. */
function linksFor({ declaration: { belongsTo = {} } }: Model, { records }: World): Relationships {
  const needed = Object.entries(belongsTo).filter(([, { required, readOnly }]) => required && !readOnly)
  return Object.fromEntries(needed.map(([name, { to }]) => [toWire(name), { type: to, id: records[to]!.id }]))
}

/** A proposal, which nobody has to accept. */
const OWN_ATTRIBUTES: Record<string, Record<string, unknown>> = { session: { state: 'pending' } }

function attributesFor({ type }: Model, { catalog }: TestService): Record<string, unknown> {
  return { ...toAttributes(anotherLike(catalog.entryOf(type))), ...OWN_ATTRIBUTES[type] }
}
