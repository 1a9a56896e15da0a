import { UnavailableError } from '../errors.ts'

/** No room on the disk, none left by a quota, or none by the limit that the process has for the size of a file. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** A full disk is not a defect and is reported as such. */
export function tellFull(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!FULL.includes(code)) return error
  return Object.assign(new UnavailableError('The file storage is full.'), { cause: error })
}
