import { UnavailableError } from '../errors.ts'

/** A full disk is no defect: it is told as what it is. */
export function tellFull(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['ENOSPC', 'EDQUOT'].includes(code)) return error
  return Object.assign(new UnavailableError('There is no space left for files.'), { cause: error })
}
