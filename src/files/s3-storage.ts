import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../config.ts'
import { UnavailableError } from '../errors.ts'
import { demandKey, type Storage } from './storage.ts'

const PART = 8 * 1024 * 1024
/** Without a byte for this long (in ms) a request is given up. */
const SILENCE = 60_000
/** A difference (in ms) that can only come from a clock that was set. */
const CLOCK_WAS_SET = 60_000

/** Files in a bucket of any service that speaks S3. The objects are private. */
export function s3Storage(
  { bucket, region, endpoint, credentials, forcePathStyle }: S3Config,
  { silence = SILENCE } = {},
): Storage {
  const client = new S3Client({
    region,
    forcePathStyle,
    maxAttempts: 4,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Not every service of this kind knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: silence },
  })
  repeatAfterClockChange(client)
  const at = (key: string) => ({ Bucket: bucket, Key: demandKey(key) })
  const find: Storage['find'] = async (key) => {
    try {
      const { ContentLength = 0 } = await reach(client.send(new HeadObjectCommand(at(key))))
      return { size: ContentLength }
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
      throw error
    }
  }
  return {
    async put(key, content, type = 'application/octet-stream') {
      const params = { ...at(key), Body: content, ContentType: type }
      const upload = new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: false })
      // When the source breaks, the parts that were sent are removed before this fails.
      await reach(upload.done())
      return (await find(key)) ?? { size: 0 }
    },
    find,
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await reach(client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) })))
      return Readable.from(reading(Body as Readable), { objectMode: false })
    },
    async remove(key) {
      await reach(client.send(new DeleteObjectCommand(at(key))))
    },
    link: (key, { type, disposition }, expiresIn) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(key),
          ResponseContentType: type,
          ResponseContentDisposition: disposition,
        }),
        { expiresIn },
      ),
  }
}

/**
 * A bucket refuses what is signed with a wrong time. From the refusal the library learns how far the clock of this
 * machine is off, but when it was set right again, it does not repeat the request by itself.
 */
function repeatAfterClockChange({ config, middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (request) => {
      const before = config.systemClockOffset
      try {
        return await next(request)
      } catch (error) {
        if (Math.abs(config.systemClockOffset - before) < CLOCK_WAS_SET) throw error
        return next(request)
      }
    },
    { step: 'initialize', name: 'repeatAfterClockChange' },
  )
}

/** What the library could not do by several tries may be possible later: faults of the network and of the server. */
async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { $metadata } = error as Partial<S3ServiceException>
    const status = $metadata?.httpStatusCode ?? 500
    if (!$metadata || (status < 500 && status !== 429)) throw error
    throw outOfReach(error)
  }
}

async function* reading(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw outOfReach(error)
  }
}

function outOfReach(cause: unknown): UnavailableError {
  const error = new UnavailableError('The storage of files is out of reach; try again soon.')
  return Object.assign(error, { cause })
}
