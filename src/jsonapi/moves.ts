/** Which value of a field may follow which, and for whom. */
import { needed } from '../access/words.ts'
import { ForbiddenError } from '../errors.ts'
import type { Row } from '../resources/declare.ts'
import type { LinkedIds } from './body.ts'
import { currentLinks, toIds } from './links.ts'
import type { Attribute, Model, Relation } from './model.ts'
import type { Permission } from './permission.ts'
import type { Write } from './request.ts'

/** Nothing where the field has no transitions. */
export function demandMove(
  { wire, field }: Attribute,
  next: string,
  current: string | undefined,
  permission: Permission,
): void {
  if (!field.transitions) return
  const { initial, moves } = field.transitions
  if (current === undefined) {
    if (permission.may(moves[0]!.by) || initial.includes(next)) return
    throw new ForbiddenError(`${wire} must start as ${initial.join(' or ')}. ${needed(moves[0]!.by)}`)
  }
  const allowed = moves.find(({ by }) => permission.may(by))?.from[current] ?? []
  if (allowed.includes(next)) return
  const rest = allowed.length > 0 ? `, only to ${allowed.join(' or ')}` : `; ${current} is final`
  throw new ForbiddenError(`You may not change ${wire} from ${current} to ${next}${rest}.`)
}

/** Whether the caller may make a move of some field that needs no right to change the record. */
export function mayStillMove({ attributes }: Model, permission: Permission): boolean {
  return [...attributes.values()].some(({ field }) => {
    const always = field.transitions?.always
    return always !== undefined && permission.may(always.by)
  })
}

/** A record that the caller may not change is as it was but for such a move. It may be sent back whole. */
export async function demandMoveAlone(
  write: Write,
  changed: Row,
  links: [Relation, LinkedIds][],
  permission: Permission,
): Promise<void> {
  const { db, model } = write
  const { update } = model.declaration.access
  const isMove = ([name, value]: [string, unknown]) => {
    const always = model.attributes.get(name)?.field.transitions?.always
    return always !== undefined && permission.may(always.by) && always.to.includes(value as string)
  }
  const changes = Object.entries(changed)
  if (changes.length === 0 || !changes.every(isMove)) permission.demand(update!)
  for (const [relation, named] of links) {
    const ids = new Set(await toIds(db, relation.target, named))
    const current = await currentLinks(write, relation, permission.row.id as string)
    if (ids.size !== current.length || !current.every((id) => ids.has(id))) permission.demand(update!)
  }
}
