/** What clients do with the records of an event, and how it is noted. */
import { bodyOf } from '../test/support/make.ts'
import type { Json } from '../test/support/service.ts'
import { Kept } from './journal.ts'
import type { Actor } from './load.ts'

interface Part {
  collection: string
  /** The attribute that holds its name. */
  name: string
  /** An attribute that changes besides its name. */
  other: string
}

export const PARTS: Record<string, Part> = {
  session: { collection: 'sessions', name: 'title', other: 'long-abstract' },
  speaker: { collection: 'speakers', name: 'name', other: 'short-biography' },
  track: { collection: 'tracks', name: 'name', other: 'description' },
  microlocation: { collection: 'microlocations', name: 'name', other: 'room' },
  sponsor: { collection: 'sponsors', name: 'name', other: 'description' },
  'session-type': { collection: 'session-types', name: 'name', other: 'name' },
  'social-link': { collection: 'social-links', name: 'name', other: 'name' },
  ticket: { collection: 'tickets', name: 'name', other: 'description' },
}
/** Sessions and speakers are most of any event. */
const MADE = ['session', 'session', 'session', 'speaker', 'speaker', ...Object.keys(PARTS)]

export async function create({ client, event, own }: Actor): Promise<void> {
  const type = client.dice.pick(MADE)
  const name = client.unique(type)
  const body = bodyOf(type, { [PARTS[type]!.name]: name }, { event: { type: 'event', id: event } })
  const told = await client.ask('POST', `/v1/${PARTS[type]!.collection}`, { body })
  if (told.outcome === 'accepted') {
    const made = new Kept(type, told.body.data.id, event, told.body.data.attributes)
    client.journal.kept.push(made)
    own.push(made)
  } else client.journal.unknown.push({ type, event, name })
}

export async function change(actor: Actor): Promise<void> {
  const { client } = actor
  const record = someOf(actor)
  if (!record) return
  const { name, other } = PARTS[record.type]!
  const attributes = { [other]: client.unique('changed'), [name]: client.unique(record.type) }
  await patch(actor, record, attributes)
}

/** Sends new values of attributes and notes what they may be afterwards. */
export async function patch({ client }: Actor, record: Kept, attributes: Json): Promise<void> {
  const { type, id, values } = record
  const expected = { ...values[0], ...attributes }
  const told = await client.ask('PATCH', pathOf(record), { body: { data: { type, id, attributes } } })
  if (told.outcome !== 'accepted') {
    record.values = [values[0], expected]
    return
  }
  record.values = [expected]
  const fault = record.fault(told.body.data.attributes)
  if (fault) client.journal.findings.push(`PATCH ${pathOf(record)} was answered, but ${fault}`)
  record.values = [told.body.data.attributes]
}

export async function remove(actor: Actor): Promise<void> {
  const record = someOf(actor, ({ isLinked, links }) => !isLinked && links.size === 0)
  if (!record) return
  const told = await actor.client.ask('DELETE', pathOf(record))
  record.fate = told.outcome === 'accepted' ? 'gone' : 'either'
}

export async function read(actor: Actor): Promise<void> {
  const record = someOf(actor)
  if (!record) return
  const told = await actor.client.ask('GET', pathOf(record))
  if (told.outcome !== 'accepted') return
  const fault = record.fault(told.body.data.attributes)
  if (fault) actor.client.journal.findings.push(`GET ${pathOf(record)}: ${fault}`)
}

export async function list({ client, event }: Actor): Promise<void> {
  const query = client.dice.pick([
    'sessions?page[size]=10&sort=-id',
    'sessions?include=track,speakers&page[size]=5',
    'speakers?filter[name]=nobody',
    'sessions?sort=title&page[number]=2',
    'tracks?include=sessions',
  ])
  await client.ask('GET', `/v1/events/${event}/${query}`)
}

/** Puts speakers on a session, or the session into a track. */
export async function link(actor: Actor): Promise<void> {
  const { client } = actor
  const session = someOf(actor, ({ type }) => type === 'session')
  const name = client.dice.pick(['speakers', 'track'])
  const target = someOf(actor, ({ type }) => type === name.replace(/s$/, ''))
  if (!session || !target) return
  target.isLinked = true
  const before = session.links.get(name) ?? [[]]
  const isMany = name === 'speakers'
  const data = { type: target.type, id: target.id }
  const method = isMany && before[0]!.length > 0 ? client.dice.pick(['POST', 'DELETE', 'PATCH']) : 'PATCH'
  const after = {
    POST: [...new Set([...before[0]!, target.id])],
    DELETE: before[0]!.filter((id) => id !== target.id),
    PATCH: [target.id],
  }[method]!
  const body = { data: isMany ? [data] : data }
  const told = await client.ask(method, `${pathOf(session)}/relationships/${name}`, { body })
  session.links.set(name, told.outcome === 'accepted' ? [after] : [before[0]!, after])
}

export function pathOf({ type, id }: Kept): string {
  return `/v1/${PARTS[type]!.collection}/${id}`
}

/** One of the client's own records whose state is known. */
export function someOf(
  { client, own }: Actor,
  fits: (record: Kept) => boolean = () => true,
): Kept | undefined {
  const fitting = own.filter((record) => record.isCertain && fits(record))
  return fitting.length === 0 ? undefined : client.dice.pick(fitting)
}
