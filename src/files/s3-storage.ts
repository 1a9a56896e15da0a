import type { Readable } from 'node:stream'
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
import { demandKey, type Storage } from './storage.ts'

const PART = 8 * 1024 * 1024

/** Files in a bucket of any service that speaks S3. The objects are private. */
export function s3Storage({ bucket, region, endpoint, credentials, forcePathStyle }: S3Config): Storage {
  const client = new S3Client({
    region,
    forcePathStyle,
    maxAttempts: 4,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Not every service of this kind knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: demandKey(key) })
  const find: Storage['find'] = async (key) => {
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand(at(key)))
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
      // A source that breaks must not be taken for one that ended.
      content.once('error', () => void upload.abort())
      await upload.done()
      if (content.errored) throw content.errored
      return (await find(key)) ?? { size: 0 }
    },
    find,
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
      return Body as Readable
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
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
