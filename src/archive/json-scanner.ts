/**
 * Splits a JSON array into its objects while the bytes arrive. Values of unused keys are skipped, so they cost time but no
 * memory. The size of the rest is checked before JSON.parse builds it. docs/decisions explains why it is written by hand.
 */

export class JsonError extends Error {
  override name = 'JsonError'
}

const DEEPEST = 64
const LARGEST_RECORD = 16 * 1024 * 1024
/** In memory a value may take twenty times the bytes that it has in a file. */
const MOST_VALUES = 500_000
const MOST_KEYS = 10_000
/** Of a key, in bytes. */
const LONGEST_KEY = 1_000
const USUAL_RECORD = 64 * 1024
/** Also of blanks and of what is passed over, which cost time to read. */
const LARGEST_FILE = 256 * 1024 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
export const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const NULL = Buffer.from('null')

/** Whether the value of a key of a record is read. */
export type IsRead = (key: string) => boolean

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new JsonError('is not valid JSON')
  }
}

export class Scanner {
  private place: 'before' | 'first' | 'between' | 'object' | 'next' | 'after' = 'before'
  /** What comes next in the object itself, not in one within it. */
  private next: 'key' | 'colon' | 'value' = 'key'
  private depth = 0
  private inText = false
  private isEscaped = false
  private isPassing = false
  private kept = Buffer.allocUnsafe(USUAL_RECORD)
  private size = 0
  private key: Buffer[] = []
  private keys = 0
  private values = 0
  private total = 0
  private readonly isRead: IsRead
  /** By their bytes: most records have the same keys. */
  private readonly judged = new Map<string, boolean>()

  constructor(isRead: IsRead) {
    this.isRead = isRead
  }

  end(): void {
    if (this.place !== 'after') throw new JsonError('is not a complete JSON array')
  }

  *feed(chunk: Buffer): Generator<unknown> {
    this.total += chunk.length
    if (this.total > LARGEST_FILE) throw new JsonError(`is larger than ${LARGEST_FILE} bytes`)
    let at = 0
    while (at < chunk.length) {
      if (this.place !== 'object') this.outside(chunk[at++]!)
      else {
        at = this.inside(chunk, at)
        if (this.depth === 0) yield this.take()
      }
    }
  }

  private outside(byte: number): void {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return
    // The text may begin with a byte order mark.
    if (this.place === 'before' && BOM.includes(byte)) return
    if (byte === OPEN_OBJECT && (this.place === 'first' || this.place === 'next')) {
      this.place = 'object'
      this.next = 'key'
      this.depth = 1
      this.keep(Buffer.of(OPEN_OBJECT))
    } else if (this.place === 'before' && byte === OPEN_ARRAY) this.place = 'first'
    else if (this.place === 'between' && byte === COMMA) this.place = 'next'
    else if ((this.place === 'first' || this.place === 'between') && byte === CLOSE_ARRAY)
      this.place = 'after'
    else throw new JsonError('is not a JSON array of objects')
  }

  /** Reads to the end of the object or of the chunk, and returns the position. */
  private inside(chunk: Buffer, start: number): number {
    let from = this.isPassing && this.next === 'value' ? -1 : start
    let at = start
    while (at < chunk.length && this.depth > 0) {
      if (this.inText) {
        at = this.pastText(chunk, at)
        continue
      }
      const byte = chunk[at++]!
      if (byte === QUOTE) this.inText = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.open()
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.depth--
      else if (byte === COMMA) this.count()
      else if (byte === COLON && this.next === 'colon') {
        this.next = 'value'
        if (!this.isPassing) continue
        this.keep(chunk.subarray(from, at))
        this.keep(NULL)
        from = -1
      }
      const isEndOfValue = this.depth === 0 || (this.depth === 1 && byte === COMMA)
      if (!isEndOfValue) continue
      if (this.isPassing && from < 0) from = at - 1
      this.isPassing = false
      this.next = 'key'
    }
    if (from >= 0) this.keep(chunk.subarray(from, at))
    return at
  }

  /** Reads on to the end of a text or of the chunk. A key that ends is judged. */
  private pastText(chunk: Buffer, start: number): number {
    const isKey = this.depth === 1 && this.next === 'key'
    const end = this.endOfText(chunk, start)
    if (!isKey) return end
    this.key.push(chunk.subarray(start, this.inText ? end : end - 1))
    const bytes = this.key.length === 1 ? this.key[0]! : Buffer.concat(this.key)
    if (bytes.length > LONGEST_KEY) throw new JsonError(`has a key of more than ${LONGEST_KEY} bytes`)
    // A part is kept beyond its chunk.
    if (this.inText) this.key = [Buffer.from(bytes)]
    else {
      this.key = []
      this.next = 'colon'
      if (++this.keys > MOST_KEYS) throw new JsonError(`has a record of more than ${MOST_KEYS} keys`)
      this.isPassing = !this.judge(bytes)
    }
    return end
  }

  private endOfText(chunk: Buffer, start: number): number {
    let at = start
    if (this.isEscaped) {
      this.isEscaped = false
      at++
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, at)
      const end = quote < 0 ? chunk.length : quote
      let slashes = 0
      while (end - slashes > at && chunk[end - slashes - 1] === BACKSLASH) slashes++
      const isEscaped = slashes % 2 === 1
      if (quote < 0) {
        this.isEscaped = isEscaped
        return end
      }
      at = quote + 1
      if (isEscaped) continue
      this.inText = false
      return at
    }
  }

  private judge(bytes: Buffer): boolean {
    const known = bytes.toString('latin1')
    const judged = this.judged.get(known)
    if (judged !== undefined) return judged
    const isRead = this.isRead(String(parse(Buffer.from(`"${bytes.toString('utf8')}"`))))
    if (this.judged.size < 1_000) this.judged.set(known, isRead)
    return isRead
  }

  private open(): void {
    if (++this.depth > DEEPEST) throw new JsonError(`is nested more than ${DEEPEST} levels deep`)
    this.count()
  }

  private count(): void {
    // What is passed over is never built, only its key.
    if (this.isPassing && this.depth > 1) return
    if (++this.values > MOST_VALUES) throw new JsonError(`has a record of more than ${MOST_VALUES} values`)
  }

  /** A copy, because a slice would keep the whole chunk in memory. */
  private keep(part: Buffer): void {
    const size = this.size + part.length
    if (size > LARGEST_RECORD) throw new JsonError(`has a record of more than ${LARGEST_RECORD} bytes`)
    if (size > this.kept.length) {
      const larger = Buffer.allocUnsafe(size * 2)
      this.kept.copy(larger, 0, 0, this.size)
      this.kept = larger
    }
    part.copy(this.kept, this.size)
    this.size = size
  }

  private take(): unknown {
    const bytes = this.kept.subarray(0, this.size)
    if (this.size > USUAL_RECORD) this.kept = Buffer.allocUnsafe(USUAL_RECORD)
    this.size = 0
    this.keys = 0
    this.values = 0
    this.place = 'between'
    return parse(bytes)
  }
}

/** Refuses a text that is nested too deep or has too many values, before it is parsed. */
export function demandModest(bytes: Buffer): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = closingQuote(bytes, at + 1)
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > DEEPEST) throw new JsonError(`is nested more than ${DEEPEST} levels deep`)
      values++
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
    else if (byte === COMMA) values++
    if (values > MOST_VALUES) throw new JsonError(`has more than ${MOST_VALUES} values`)
  }
}

function closingQuote(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++
    else if (bytes[at] === QUOTE) return at
  }
  return bytes.length
}
