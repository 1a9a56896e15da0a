/** What a bucket, or the way to it, can have against a call, in sentences of ours. */
import type { Readable } from 'node:stream'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { NotFoundError, PlenumError, UnavailableError } from '../errors.ts'

export function reaching(bucket: string) {
  return <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw faultOf(error, bucket)
    })
}

/** Something that failed in several tries may work later, or after an administrator has acted. */
export function faultOf(error: unknown, bucket: string): Error {
  if (error instanceof PlenumError) return error
  const { name, message, $metadata } = error as Partial<S3ServiceException>
  const status = $metadata?.httpStatusCode
  if (!(error instanceof S3ServiceException) || status === undefined || status >= 500 || status === 429)
    return outOfReach(error)
  if (status === 404 && name !== 'NoSuchBucket')
    return Object.assign(new NotFoundError('The file was not found.'), { cause: error })
  const reason = message && message !== 'UnknownError' ? message : `${status} ${name}`
  const refusal = new UnavailableError(
    `The bucket ${bucket} rejected the request: ${reason.replace(/\.$/, '')}.`,
  )
  return Object.assign(refusal, { cause: error })
}

/** Whether a put failed because what was to be put broke off. */
export function isOfSource(error: unknown, content: Readable): boolean {
  return error === content.errored || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
}

export function outOfReach(cause: unknown): UnavailableError {
  const error = new UnavailableError('The file storage is unreachable. Try again soon.')
  return Object.assign(error, { cause })
}
