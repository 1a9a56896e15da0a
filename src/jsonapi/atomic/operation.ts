/** Reads a document of operations. What is wrong with its shape is refused before anything is done. */
import { BadRequestError } from '../../errors.ts'
import { isObject } from '../body.ts'
import { isToMany, type Models } from '../model.ts'
import { inOperation } from './faults.ts'
import { modelOf, namedBy, type Place, placeOfHref, placeOfRef } from './places.ts'

export const MOST_OPERATIONS = 1_000

type Code = 'add' | 'update' | 'remove'

export interface Operation {
  op: Code
  place: Place
  data: unknown
}

interface Reading {
  models: Models
  /** Of this service, as the request names it. */
  host: string
}

export function readOperations(body: unknown, reading: Reading): Operation[] {
  const operations = isObject(body) ? body['atomic:operations'] : undefined
  if (!isObject(body) || !Array.isArray(operations))
    throw new BadRequestError('The body must be an object with a list atomic:operations.', { pointer: '' })
  for (const member of ['data', 'included', 'errors', 'atomic:results']) {
    if (member in body)
      throw new BadRequestError(`${member} cannot be sent with atomic:operations.`, {
        pointer: `/${member}`,
      })
  }
  if (operations.length > MOST_OPERATIONS)
    throw new BadRequestError(`Send at most ${MOST_OPERATIONS} operations in one request.`, {
      pointer: '/atomic:operations',
    })
  return operations.map((value, number) => inOperation(number, () => readOperation(value, reading)))
}

function readOperation(value: unknown, reading: Reading): Operation {
  if (!isObject(value)) throw new BadRequestError('An operation must be an object.', { pointer: '' })
  const { op, data } = value
  if (op !== 'add' && op !== 'update' && op !== 'remove')
    throw new BadRequestError('op must be add, update or remove.', { pointer: '/op' })
  const place = placeOf(op, value, reading)
  demandFitting(op, place)
  if (data === undefined && !(op === 'remove' && place.kind === 'record'))
    throw new BadRequestError(`data is required for ${op}.`, { pointer: '' })
  return { op, place, data }
}

function placeOf(op: Code, { ref, href, data }: Record<string, unknown>, { models, host }: Reading): Place {
  if (ref !== undefined && href !== undefined)
    throw new BadRequestError('Send either ref or href, not both.', { pointer: '/href' })
  if (ref !== undefined) return placeOfRef(ref, models)
  if (href !== undefined) return placeOfHref(href, models, host)
  if (op === 'remove') throw new BadRequestError('remove requires ref or href.', { pointer: '' })
  if (!isObject(data)) throw new BadRequestError('data must be a resource object.', { pointer: '/data' })
  const model = modelOf(data.type, models, '/data/type')
  if (op === 'add') return { kind: 'collection', model }
  const named = namedBy(data, model, '/data')
  if (named) return { kind: 'record', model, named }
  throw new BadRequestError('update requires ref, href, or data with an id or a lid.', { pointer: '/data' })
}

/** Which operation is possible where. */
function demandFitting(op: Code, place: Place): void {
  if (place.kind === 'collection' && op !== 'add')
    throw new BadRequestError(`${op} requires a record: name its id or its lid.`, { pointer: '' })
  if (place.kind === 'record' && op === 'add')
    throw new BadRequestError('add creates records: name a collection, or nothing.', { pointer: '' })
  if (place.kind === 'relationship' && op !== 'update' && !isToMany(place.relation))
    throw new BadRequestError(`${place.relation.wire} is a to-one relationship: use update.`, {
      pointer: '/op',
    })
}
