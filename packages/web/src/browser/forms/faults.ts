/** What the service found wrong, sorted by the fields of a form. */
import {
  type Fault,
  NetworkError,
  RefusedError,
  UnauthorizedError,
} from '../../../../client/src/plenum-client.ts'
import { words } from '../service.ts'
import { camelCase, snakeCase } from './names.ts'

export interface Faults {
  /** By the name of the field. */
  fields: Record<string, string[]>
  /** What belongs to no field. */
  general: string[]
}

export const NO_FAULTS: Faults = { fields: {}, general: [] }

/** A form that is sent as several records: its fields are named after the part. */
class PartError extends Error {
  readonly part: string

  constructor(part: string, cause: unknown) {
    super(part, { cause })
    this.part = part
  }
}

export async function inPart<T>(part: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw new PartError(part, error)
  }
}

/** Whether the log-in has ended. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof PartError ? isLoggedOut(error.cause) : error instanceof UnauthorizedError
}

/** `hasField` tells whether the form has a field of this name. */
export function faultsOf(error: unknown, hasField: (name: string) => boolean, prefix = ''): Faults {
  if (error instanceof PartError)
    return faultsOf(error.cause, (name) => hasField(`${error.part}.${name}`), `${error.part}.`)
  if (!(error instanceof RefusedError) || error.faults.length === 0)
    return { fields: {}, general: [messageOf(error)] }
  const faults: Faults = { fields: {}, general: [] }
  for (const fault of error.faults) {
    const { detail } = fault
    const name = nameOf(fault)
    if (name && hasField(name))
      faults.fields[prefix + name] = [...(faults.fields[prefix + name] ?? []), detail]
    else faults.general.push(detail)
  }
  return faults
}

/** What the service says; for everything else what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof RefusedError && error.faults.length > 0) return error.message
  return words(error instanceof NetworkError ? 'form.offline' : 'form.failed')
}

/** `/data/old-password` names `oldPassword`. Additional questions are named as they are stored. */
function nameOf({ source, field }: Fault): string | undefined {
  const { pointer } = source ?? {}
  const [, question] = /^\/data\/attributes\/complex-field-values\/(.+)$/.exec(pointer ?? '') ?? []
  if (question) return snakeCase(question)
  return field ?? (pointer && camelCase(pointer.split('/').at(-1)!))
}
