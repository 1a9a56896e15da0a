/** The request by which a route is tried: one that succeeds for whoever is allowed to make it. */
import sql from 'sql-template-tag'
import { isToMany, type Model, type Relation } from '../../src/jsonapi/model.ts'
import { bodyOf, type Relationships } from '../support/make.ts'
import { type CallerName, PASSWORD } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { newAddress, plainRequests, type Request, type Trial } from './plain-requests.ts'
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
  if (method === 'PATCH') return changeOf(model.type, trial.world)
  const target = below ? (relationAt(model, below)?.target ?? modelAt(trial.service, `/${below}`)!) : model
  if (!trial.keepsAll) await makeRoom(trial, target)
  const attributes = attributesFor(target.type)
  if (target.type === 'user') return { data: { type: 'user', attributes } }
  const { event, ...others } = linksFor(target.type, trial.world)
  return bodyOf(target.type, attributes, url.includes(':id') || !event ? others : { event, ...others })
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
  moderators: 'admin',
  track_organizers: 'admin',
}

const CHANGES: Record<string, Record<string, unknown>> = {
  notification: { 'is-read': true },
  user: { 'first-name': 'Ada' },
  'custom-form': { description: 'Changed' },
  session: { title: 'Changed' },
  'speakers-call': { announcement: 'Changed' },
  'event-copyright': { holder: 'Changed' },
  'discount-code': { 'is-active': false },
  'access-code': { 'is-active': false },
  'payment-authorization': { 'payment-publishable-key': 'pk_changed' },
  'event-image-size': { 'icon-quality': 70 },
  'speaker-image-size': { 'icon-size-quality': 70 },
  setting: { tagline: 'Changed' },
}

function changeOf(type: string, { records }: World): unknown {
  const role = { data: { type: 'role', id: records.role!.spare } }
  const change =
    type === 'users-events-roles'
      ? { relationships: { role } }
      : { attributes: CHANGES[type] ?? { name: `Changed ${newAddress()}` } }
  return { data: { type, id: records[type]!.id, ...change } }
}

/** An event has one call for speakers, one copyright and one payment authorization. */
async function makeRoom({ service, world }: Trial, { type }: Model): Promise<void> {
  const event = world.records.event!.id
  if (type === 'speakers-call')
    await service.db.query(sql`delete from speakers_calls where event_id = ${event}`)
  if (type === 'event-copyright')
    await service.db.query(sql`delete from event_copyrights where event_id = ${event}`)
  if (type === 'payment-authorization')
    await service.db.query(sql`delete from payment_authorizations where event_id = ${event}`)
}

function linksFor(type: string, { records }: World): Relationships {
  const to = (kind: string) => ({ type: kind, id: records[kind]!.id })
  if (type === 'event-sub-topic') return { 'event-topic': to('event-topic') }
  if (type === 'users-events-roles') return { event: to('event'), user: to('user'), role: to('role') }
  return ['event', 'event-topic', 'event-type', 'role', 'user'].includes(type) ? {} : { event: to('event') }
}

function attributesFor(type: string): Record<string, unknown> {
  if (type === 'session') return { state: 'pending' }
  if (type === 'user') return { email: newAddress(), password: PASSWORD }
  if (['role', 'ticket', 'ticket-tag'].includes(type)) return { name: newAddress() }
  if (type === 'discount-code' || type === 'access-code') return { code: newAddress() }
  return type === 'role-invite' ? { email: newAddress() } : {}
}
