/** What a page may load and run: only what this service serves. */
import type { StorageConfig } from '../config.ts'

/** Scripts and styles come as files; nothing that stands in a text of the page can run. */
export function contentPolicy({ s3 }: StorageConfig): string {
  const pictures = s3 ? bucketOrigins(s3) : []
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob:", ...pictures].join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Where the service sends browsers that ask for a file: the public address of the bucket, or a signed one. */
function bucketOrigins({ bucket, region, endpoint, publicUrl }: NonNullable<StorageConfig['s3']>): string[] {
  const server = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const own = `${server.protocol}//${bucket}.${server.host}`
  return [...(publicUrl ? [new URL(publicUrl).origin] : []), server.origin, own]
}
