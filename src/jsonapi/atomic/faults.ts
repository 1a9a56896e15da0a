/** Errors of an operation point into the document of all operations. */
import type { RefusalOf } from '../../database/refusals.ts'
import { type Fault, PlenumError } from '../../errors.ts'
import type { Relation } from '../model.ts'

/** Where the links of a record are changed, they are the data of the operation and no part of a record. */
export function inLinkage(error: unknown, { wire }: Relation, refusalOf: RefusalOf): unknown {
  const known = error instanceof PlenumError ? error : refusalOf(error)
  const part = `/data/relationships/${wire}`
  if (!known?.faults.some(({ source }) => source.pointer === part)) return error
  return moved(known, ({ pointer }) => (pointer === part ? '/data' : pointer))
}

export function inOperation<T>(number: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw placed(error, number)
  }
}

/** An error that points from the root of the document already. */
class PlacedError extends PlenumError {
  constructor({ status, code, title, faults, headers }: PlenumError) {
    super(status, code, title, faults, headers)
  }
}

/** The same error with pointers from the root of the document. What is no fault of the caller stays as it is. */
export function placed(error: unknown, number: number, refusalOf?: RefusalOf): unknown {
  const known = error instanceof PlenumError ? error : refusalOf?.(error)
  if (!known || known.status >= 500 || known instanceof PlacedError) return error
  const root = `/atomic:operations/${number}`
  return new PlacedError(moved(known, ({ pointer = '' }) => root + pointer))
}

function moved(error: PlenumError, toPointer: (source: Fault['source']) => string | undefined): PlenumError {
  const { status, code, title, headers } = error
  const faults = error.faults.map((fault) => {
    const pointer = toPointer(fault.source)
    return { ...fault, source: pointer === undefined ? {} : { pointer } }
  })
  return new PlenumError(status, code, title, faults, headers)
}
