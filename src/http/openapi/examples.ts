/**
 * Examples of requests. They follow from those of the declarations, and work in a new installation with the demo
 * conference; what the conference lacks is there once the example that creates it has been sent.
 */
import { isToMany, type Model, type Relation } from '../../jsonapi/model.ts'
import { toWire } from '../../resources/names.ts'
import type { Schema } from './common-schemas.ts'
import type { Place } from './place.ts'

/** Of what every installation has at least one. */
const FIRST = '1'

/** The id that stands in the path. */
export function idExample({ model, part, relation }: Place, method: string): string {
  // A new record goes below what its example belongs to; the others of the path may have one already.
  const parent = part === 'related' && method !== 'GET' ? relation?.target.parent : undefined
  const linked = parent && relation?.target.declaration.example?.[parent.name]
  return String(linked ?? model.declaration.singleton ?? model.declaration.example?.id ?? FIRST)
}

/** The body, where the request has one. */
export function bodyExample(place: Place, method: string): Schema | undefined {
  const { model, part, relation } = place
  if (part === 'relationship') return method === 'GET' ? undefined : { data: linkage(relation!, undefined) }
  if (method === 'POST') {
    return part === 'related' ? createExample(relation!.target, true) : createExample(model, false)
  }
  return method === 'PATCH' ? updateExample(model, idExample(place, method)) : undefined
}

function createExample(model: Model, isBelow: boolean): Schema {
  const needed = [...model.relations.values()].filter(
    (relation) => relation.kind === 'belongs-to' && relation.rules.required && !relation.rules.readOnly,
  )
  const links = needed.map(({ name }) => [name, FIRST])
  const { id: _id, ...values } = { ...Object.fromEntries(links), ...model.declaration.example }
  if (isBelow && model.parent) delete values[model.parent.name]
  return document(model, values)
}

function updateExample(model: Model, id: string): Schema {
  const [last] = Object.entries(model.declaration.example ?? {}).slice(-1)
  return document(model, { id, ...(last && { [last[0]]: last[1] }) })
}

function document(model: Model, { id, ...values }: Record<string, unknown>): Schema {
  const isLink = ([name]: [string, unknown]) => model.relations.has(name)
  const entries = Object.entries(values)
  const attributes = entries.filter((entry) => !isLink(entry)).map(([name, value]) => [toWire(name), value])
  const links = entries.filter(isLink).map(([name, value]) => {
    const relation = model.relations.get(name)!
    return [relation.wire, { data: linkage(relation, value) }]
  })
  return {
    data: {
      type: model.type,
      ...(id !== undefined && { id }),
      ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
    },
  }
}

/** To the given ids; else to what the example of the declaration names, or to the first there is. */
function linkage(relation: Relation, given: unknown): Schema | Schema[] {
  const ids = given ?? relation.owner.declaration.example?.[relation.name] ?? FIRST
  const data = [ids].flat().map((id) => ({ type: relation.target.type, id }))
  return isToMany(relation) ? data : data[0]!
}
