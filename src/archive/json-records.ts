/** Reads the JSON files of an archive from streams, within limits: a file need not fit into memory. */
import type { Readable } from 'node:stream'
import { BOM, demandModest, type IsRead, JsonError, parse, Scanner } from './json-scanner.ts'

const LARGEST_VALUE = 16 * 1024 * 1024

/** The objects of an array, one by one. Keys that are not read come with null. */
export async function* readRecords(stream: Readable, isRead: IsRead): AsyncGenerator<unknown> {
  const scanner = new Scanner(isRead)
  for await (const chunk of stream) yield* scanner.feed(chunk as Buffer)
  scanner.end()
}

/** A single JSON value, such as the event. Keys of an object that are not read come with null. */
export async function readValue(stream: Readable, isRead: IsRead): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    if (size > LARGEST_VALUE) throw new JsonError(`is larger than ${LARGEST_VALUE} bytes`)
    chunks.push(chunk as Buffer)
  }
  const all = Buffer.concat(chunks)
  const bytes = all.subarray(0, 3).equals(BOM) ? all.subarray(3) : all
  if (/^\s*\{/.test(bytes.toString('latin1', 0, 1_000))) return readObject(bytes, isRead)
  demandModest(bytes)
  return parse(bytes)
}

/** An object is an array of one object without its brackets. */
function readObject(bytes: Buffer, isRead: IsRead): unknown {
  const scanner = new Scanner(isRead)
  const found = [Buffer.from('['), bytes, Buffer.from(']')].flatMap((part) => [...scanner.feed(part)])
  scanner.end()
  if (found.length !== 1) throw new JsonError('is not valid JSON')
  return found[0]
}
