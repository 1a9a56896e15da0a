import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type AbortMultipartUploadCommandInput,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../config.ts'
import { NotFoundError } from '../errors.ts'
import { faultOf, isOfSource, outOfReach, reaching } from './s3-faults.ts'
import { demandKey, type Storage } from './storage.ts'

const PART = 8 * 1024 * 1024
/** Without a byte for this long (in ms) a request is given up; all tries together take less than half a minute. */
const SILENCE = 7_000
const TRIES = 3
/** How long cleaning up may delay the caller (in ms); the rest is removed later. */
const TIDYING = 4_000
/** A difference (in ms) that can only come from a clock that was set. */
const CLOCK_WAS_SET = 60_000

/** Files in a bucket of any service that speaks S3. The objects are private. */
export function s3Storage(config: S3Config, { silence = SILENCE } = {}): Storage {
  const { bucket } = config
  const client = makeClient(config, { socketTimeout: silence })
  // A slow reader of the content must not end the request, so the timeout covers only the head of the response.
  const reader = makeClient(config, {
    requestTimeout: silence,
    throwOnRequestTimeout: true,
    socketTimeout: 0,
  })
  const reach = reaching(bucket)
  const at = (key: string) => ({ Bucket: bucket, Key: demandKey(key) })
  const find: Storage['find'] = async (key) => {
    const head = await reach(reader.send(new HeadObjectCommand(at(key)))).catch(ignoreMissing)
    return head && { size: head.ContentLength ?? 0 }
  }
  const remove = async (key: string) => {
    await reach(client.send(new DeleteObjectCommand(at(key)), { abortSignal: AbortSignal.timeout(TIDYING) }))
  }
  return {
    async put(key, content, type = 'application/octet-stream') {
      await send(client, at(key), content, type)
      return (await find(key)) ?? { size: 0 }
    },
    find,
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await reach(reader.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) })))
      return Readable.from(reading(Body as Readable, silence), { objectMode: false })
    },
    remove,
    async discard(key) {
      await remove(key)
      const { Uploads = [] } = await reach(
        client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: demandKey(key) })),
      )
      for (const { UploadId } of Uploads) await giveUp(client, { ...at(key), UploadId })
    },
    link(key, { type, disposition }, expiresIn) {
      const headers = { ResponseContentType: type, ResponseContentDisposition: disposition }
      return getSignedUrl(client, new GetObjectCommand({ ...at(key), ...headers }), { expiresIn })
    },
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error
  return undefined
}

async function send(
  client: S3Client,
  at: { Bucket: string; Key: string },
  content: Readable,
  type: string,
): Promise<void> {
  const params = { ...at, Body: content, ContentType: type }
  const upload = new Upload({ client, params, partSize: PART, queueSize: 2, leavePartsOnError: true })
  try {
    await upload.done()
  } catch (error) {
    // The parts that were sent are removed before this fails.
    if (upload.uploadId) await giveUp(client, { ...at, UploadId: upload.uploadId })
    throw isOfSource(error, content) ? error : faultOf(error, at.Bucket)
  }
}

function makeClient(
  { region, endpoint, credentials, forcePathStyle }: S3Config,
  timeouts: { socketTimeout: number; requestTimeout?: number; throwOnRequestTimeout?: boolean },
): S3Client {
  const client = new S3Client({
    region,
    forcePathStyle,
    maxAttempts: TRIES,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Not every service of this kind knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, ...timeouts },
  })
  repeatAfterClockChange(client)
  return client
}

async function giveUp(client: S3Client, upload: AbortMultipartUploadCommandInput): Promise<void> {
  const limit = { abortSignal: AbortSignal.timeout(TIDYING) }
  await client.send(new AbortMultipartUploadCommand(upload), limit).catch(() => undefined)
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

async function* reading(content: Readable, silence: number): AsyncGenerator<Buffer> {
  const wait = () => setTimeout(() => content.destroy(new Error('The bucket does not respond.')), silence)
  let timer = wait()
  try {
    for await (const chunk of content) {
      clearTimeout(timer)
      yield chunk
      timer = wait()
    }
  } catch (error) {
    throw outOfReach(error)
  } finally {
    clearTimeout(timer)
  }
}
