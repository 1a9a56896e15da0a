/** Reads the objects of a JSON array one by one from a stream, so that a file need not fit into memory as text. */
import type { Readable } from 'node:stream'

export class JsonError extends Error {
  override name = 'JsonError'
}

const DEEPEST = 64
const LARGEST_RECORD = 16 * 1024 * 1024
/** Also of blanks, which cost time to read past. */
const LARGEST_FILE = 256 * 1024 * 1024

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

export async function* readRecords(stream: Readable): AsyncGenerator<unknown> {
  const scanner = new Scanner()
  for await (const chunk of stream) yield* scanner.feed(chunk as Buffer)
  scanner.end()
}

/** A single JSON value, such as the event. */
export async function readValue(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    if (size > LARGEST_RECORD) throw new JsonError(`is larger than ${LARGEST_RECORD} bytes`)
    chunks.push(chunk as Buffer)
  }
  const bytes = Buffer.concat(chunks)
  demandShallow(bytes)
  return parse(bytes.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new JsonError('is not valid JSON')
  }
}

function demandShallow(bytes: Buffer): void {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > DEEPEST) throw tooDeep()
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
  }
}

function tooDeep(): JsonError {
  return new JsonError(`is nested more than ${DEEPEST} levels deep`)
}

/** Cuts the array into its objects by counting brackets outside texts; what each holds is left to JSON.parse. */
class Scanner {
  private place: 'before' | 'first' | 'between' | 'object' | 'next' | 'after' = 'before'
  private depth = 0
  private inText = false
  private isEscaped = false
  private parts: Buffer[] = []
  private size = 0
  private total = 0

  end(): void {
    if (this.place !== 'after') throw new JsonError('is not a whole JSON array')
  }

  *feed(chunk: Buffer): Generator<unknown> {
    this.total += chunk.length
    if (this.total > LARGEST_FILE) throw new JsonError(`is larger than ${LARGEST_FILE} bytes`)
    let start = this.place === 'object' ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (this.place === 'object') {
        if (!this.closes(byte)) continue
        this.keep(chunk.subarray(start, at + 1))
        yield this.take()
        start = -1
      } else if (this.outside(byte)) start = at
    }
    if (start >= 0) this.keep(chunk.subarray(start))
  }

  /** Whether an object begins here. */
  private outside(byte: number): boolean {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return false
    // A byte order mark may stand before everything.
    if (this.place === 'before' && BOM.includes(byte)) return false
    if (byte === OPEN_OBJECT && (this.place === 'first' || this.place === 'next')) {
      this.place = 'object'
      this.depth = 1
      return true
    }
    if (this.place === 'before' && byte === OPEN_ARRAY) this.place = 'first'
    else if (this.place === 'between' && byte === COMMA) this.place = 'next'
    else if ((this.place === 'first' || this.place === 'between') && byte === CLOSE_ARRAY)
      this.place = 'after'
    else throw new JsonError('is not a JSON array of objects')
    return false
  }

  /** Whether the object ends here. */
  private closes(byte: number): boolean {
    if (this.inText) {
      if (this.isEscaped) this.isEscaped = false
      else if (byte === BACKSLASH) this.isEscaped = true
      else if (byte === QUOTE) this.inText = false
    } else if (byte === QUOTE) this.inText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++this.depth > DEEPEST) throw tooDeep()
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.depth--
    return this.depth === 0
  }

  private keep(part: Buffer): void {
    this.size += part.length
    if (this.size > LARGEST_RECORD) throw new JsonError(`has a record of more than ${LARGEST_RECORD} bytes`)
    this.parts.push(part)
  }

  private take(): unknown {
    const bytes = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts)
    this.parts = []
    this.size = 0
    this.place = 'between'
    return parse(bytes)
  }
}
