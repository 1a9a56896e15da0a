/** Sends a stored file, or the requested range of it. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../errors.ts'
import type { FileAnswer, Range, Storage } from './storage.ts'

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, key, type, disposition }: FileAnswer & { storage: Storage; key: string },
): Promise<FastifyReply> {
  const file = await storage.find(key)
  if (!file) throw new NotFoundError('The file was not found.')
  reply.headers({ 'content-type': type, 'content-disposition': disposition, 'accept-ranges': 'bytes' })
  const range = rangeOf(request.headers.range, file.size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  // An empty stream, because without a body the framework writes a length of 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await storage.read(key, range))
}

/** Reads a single range. For several ranges, or another unit, the whole file is sent, as the standard allows. */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const suffix = match[1] === '' ? Number(match[2]) : undefined
  const start = suffix === undefined ? Number(match[1]) : Math.max(0, size - suffix)
  const end = suffix === undefined && match[2] !== '' ? Math.min(Number(match[2]), size - 1) : size - 1
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
