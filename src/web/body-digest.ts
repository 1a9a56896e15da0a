/** A digest of each body that may be compared with that of another request, made while the body is read. */
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

const hashes = new WeakMap<FastifyRequest, Hash>()

/** Only for requests whose body is compared. */
export function startDigest(request: FastifyRequest): void {
  hashes.set(request, createHash('sha256'))
}

export function addToDigest(request: FastifyRequest, ...pieces: (string | Buffer)[]): void {
  const hash = hashes.get(request)
  // With its length before each piece, so that no two bodies make the same row of bytes.
  for (const piece of pieces) hash?.update(`${Buffer.byteLength(piece)} `).update(piece)
}

/** Counts in what passes through the stream, whoever reads it. */
export function addStreamToDigest(request: FastifyRequest, stream: Readable): void {
  const hash = hashes.get(request)
  if (!hash) return
  // Paused, it waits for its reader, though somebody listens already.
  stream.pause()
  stream.on('data', (bytes: Buffer) => hash.update(bytes))
}

/** Once the body is read to its end, or refused. */
export function endDigest(request: FastifyRequest): string {
  const digest = hashes.get(request)!.digest('base64url')
  hashes.delete(request)
  return digest
}
