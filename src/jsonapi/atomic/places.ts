/** What an operation is about: a collection, a record or a relationship, named by `ref`, `href` or its data. */
import { BadRequestError, NotFoundError } from '../../errors.ts'
import { fromWire } from '../../resources/names.ts'
import { isObject, isTypeOf } from '../body.ts'
import type { Model, Models, Relation } from '../model.ts'

/** By the id, or by the local id that an earlier operation gave. */
export type Named = { id: string } | { model: Model; lid: string }

export type Place =
  | { kind: 'collection'; model: Model; parent?: Named }
  | { kind: 'record'; model: Model; named: Named }
  | { kind: 'relationship'; model: Model; relation: Relation; named: Named }

export function modelOf(type: unknown, models: Models, pointer: string): Model {
  if (typeof type !== 'string') throw new BadRequestError('A type is required.', { pointer })
  const model = models.get(type) ?? [...models.values()].find((one) => isTypeOf(one, type))
  if (!model) throw new BadRequestError(`There is no type ${type.slice(0, 100)}.`, { pointer })
  return model
}

/** The record that an object names, by its id or its local id and never by both. */
export function namedBy(object: Record<string, unknown>, model: Model, pointer: string): Named | undefined {
  const { id, lid } = object
  if (id !== undefined && lid !== undefined)
    throw new BadRequestError('Send either id or lid, not both.', { pointer: `${pointer}/lid` })
  if (lid !== undefined) return { model, lid: readLocalId(lid, `${pointer}/lid`) }
  if (id === undefined) return undefined
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new BadRequestError('The id must be a string.', { pointer: `${pointer}/id` })
  return { id: String(id) }
}

const LONGEST_LOCAL_ID = 100

export function readLocalId(lid: unknown, pointer: string): string {
  if (typeof lid === 'string' && lid !== '' && lid.length <= LONGEST_LOCAL_ID) return lid
  throw new BadRequestError(`A lid must be a string of 1 to ${LONGEST_LOCAL_ID} characters.`, { pointer })
}

export function placeOfRef(ref: unknown, models: Models): Place {
  if (!isObject(ref)) throw new BadRequestError('ref must be an object.', { pointer: '/ref' })
  const model = modelOf(ref.type, models, '/ref/type')
  const named = namedBy(ref, model, '/ref')
  if (ref.relationship === undefined)
    return named ? { kind: 'record', model, named } : { kind: 'collection', model }
  if (!named) throw new BadRequestError('ref requires an id or a lid.', { pointer: '/ref' })
  const relation =
    typeof ref.relationship === 'string' ? model.relations.get(fromWire(ref.relationship)) : undefined
  if (relation) return { kind: 'relationship', model, relation, named }
  throw new BadRequestError(`${model.type} has no such relationship.`, { pointer: '/ref/relationship' })
}

/** An address of this service, such as `/v1/events/1/sessions`. */
export function placeOfHref(href: unknown, models: Models, host: string): Place {
  const [version, collection = '', id, name, relationship, ...rest] = segmentsOf(href, host)
  const model = [...models.values()].find((one) => isCollection(one, collection))
  if (version !== 'v1' || !model || rest.length > 0) throw unknown()
  const { singleton } = model.declaration
  if (id === undefined)
    return singleton === undefined
      ? { kind: 'collection', model }
      : { kind: 'record', model, named: { id: singleton } }
  if (name === undefined) return { kind: 'record', model, named: { id } }
  if (relationship === undefined) return childrenOf(model, id, name)
  const relation = name === 'relationships' ? model.relations.get(fromWire(relationship)) : undefined
  if (relation) return { kind: 'relationship', model, relation, named: { id } }
  throw unknown()
}

/** The collection of what lives below a record. */
function childrenOf(model: Model, id: string, name: string): Place {
  const child = [...model.relations.values()].find(
    ({ wire, target }) => target.parent?.target === model && (wire === name || isCollection(target, name)),
  )
  if (!child) throw unknown()
  return { kind: 'collection', model: child.target, parent: { id } }
}

function isCollection({ declaration: { path, aliases = [] } }: Model, name: string): boolean {
  return [path, ...aliases].includes(`/${name}`)
}

function segmentsOf(href: unknown, host: string): string[] {
  const pointer = '/href'
  if (typeof href !== 'string') throw new BadRequestError('href must be a string.', { pointer })
  const base = URL.parse(`http://${host}/v1/operations`)
  const url = base && URL.parse(href, base.href)
  if (!url || url.host !== base.host || url.search !== '')
    throw new BadRequestError('href must be a path of this service, without a query.', { pointer })
  try {
    return url.pathname.slice(1).split('/').map(decodeURIComponent)
  } catch {
    throw unknown()
  }
}

function unknown(): NotFoundError {
  return new NotFoundError('href names nothing that an operation can be about.')
}
