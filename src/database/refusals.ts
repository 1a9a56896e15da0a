/** The database's refusals as errors that a caller can act on, by the name of the constraint. */
import pg from 'pg'
import {
  ConflictError,
  type Fault,
  type PlenumError,
  UnavailableError,
  UnprocessableError,
} from '../errors.ts'
import type { Declaration } from '../resources/declare.ts'
import { spell, toWire } from '../resources/names.ts'
import type { Refusal } from '../resources/rules.ts'
import { READ_TIMEOUT } from './transactions.ts'

/** Undefined when the failure is no refusal of what was sent: then it is a defect. */
export type RefusalOf = (error: unknown) => PlenumError | undefined

/** The end of the name of a check that a single field, which was read before, keeps anyway. */
const FIELD_CHECKS = ['known', 'in_range', 'is_hex']

export function makeRefusals(declarations: readonly Declaration[]): RefusalOf {
  // By the name of the constraint; several if one constraint enforces two rules.
  const declared = Map.groupBy(declarations.flatMap(declaredRefusals), ([constraint]) => constraint)
  const ofFields = new Map(declarations.flatMap(fieldRefusals))
  return (error) => {
    if (!(error instanceof pg.DatabaseError)) return unavailableOf(error)
    const { code, constraint = '' } = error
    if (code === '23503')
      return new ConflictError(
        'Another record refers to this one, or this one refers to a record that no longer exists.',
      )
    if (code !== '23505' && code !== '23514') return unavailableOf(error)
    const ofField = ofFields.get(constraint)
    const faults = declared.get(constraint)?.map(([, fault]) => fault) ?? (ofField ? [ofField] : [])
    const [first] = faults
    if (!first) return undefined
    return code === '23505' ? new ConflictError(first.detail, first.source) : new UnprocessableError(faults)
  }
}

function declaredRefusals(declaration: Declaration): [string, Fault][] {
  const { rules = [], refusals = {} } = declaration
  const ofRules = rules.flatMap((rule) => (rule.constraint ? [[rule.constraint, rule] as const] : []))
  return [...ofRules, ...Object.entries(refusals)].map(([name, refusal]) => [
    name,
    faultOf(declaration, refusal),
  ])
}

function fieldRefusals(declaration: Declaration): [string, Fault][] {
  return Object.keys(declaration.fields).flatMap((at) => {
    const fault = faultOf(declaration, { at, message: `{${at}} has an invalid value` })
    return FIELD_CHECKS.map((check): [string, Fault] => [`${declaration.table}_${at}_${check}`, fault])
  })
}

function faultOf({ fields }: Declaration, { at, message }: Refusal): Fault {
  const pointer = `/data/${at in fields ? 'attributes' : 'relationships'}/${toWire(at)}`
  return { detail: spell(message, toWire), source: { pointer } }
}

/** What the database could not do now and may be able to do soon. */
export function unavailableOf(error: unknown): UnavailableError | undefined {
  if (!(error instanceof pg.DatabaseError)) return connectionFault(error)
  if (error.code === '57014')
    return new UnavailableError(
      'The request took too long. Request less (fewer conditions, fewer includes, a smaller page), or try again.',
    )
  return error.code && OUT_OF_REACH.test(error.code) ? busy() : undefined
}

/** A transaction rolled back by a deadlock or a conflict, a lock that took too long, a shutdown, no room, a failing disk; no connection, no log-in, no database. */
const OUT_OF_REACH = /^(40|55P03|57P|53|58|08|28|3D)/

const CONNECTION_FAULTS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

function connectionFault(error: unknown): UnavailableError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  const isLost =
    error.message === READ_TIMEOUT ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  const isDatabase =
    code !== undefined &&
    CONNECTION_FAULTS.has(code) &&
    /connect|read|write/.test((error as NodeJS.ErrnoException).syscall ?? '')
  return isLost || isDatabase ? busy() : undefined
}

function busy(): UnavailableError {
  return new UnavailableError('The service is busy or its database is unreachable. Try again soon.')
}
