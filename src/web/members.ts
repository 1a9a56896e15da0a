import { BadRequestError, UnprocessableError } from '../errors.ts'
import { hasInvisibleSigns, trimBlanks } from '../resources/field-types.ts'

/** The members of a plain JSON body, which old clients wrap in `data`. */
export function readMembers(body: unknown): Record<string, unknown> {
  const outer = asObject(body)
  if (!outer) throw new BadRequestError('The body must be a JSON object.')
  return asObject(outer.data) ?? outer
}

/** A text that must be there and is not empty. */
export function demandText(members: Record<string, unknown>, ...names: string[]): string {
  const value = names.map((name) => members[name]).find((one) => one !== undefined && one !== null)
  if (isText(value)) return value
  throw new BadRequestError(`${names[0]} is required.`, { pointer: `/${names[0]}` })
}

/** An e-mail address as someone typed it; no account has one with signs that cannot be seen. */
export function demandAddress(members: Record<string, unknown>, ...names: string[]): string {
  const address = trimBlanks(demandText(members, ...names))
  if (hasInvisibleSigns(address))
    throw UnprocessableError.at(`/${names[0]}`, `${names[0]} must not contain invisible characters`)
  return address
}

/** PostgreSQL cannot store U+0000, so no stored value contains it. */
export function isText(value: unknown): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= 10_000 && !value.includes('\u0000')
  )
}

export function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
