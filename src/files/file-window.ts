import type { FileHandle } from 'node:fs/promises'

const WINDOW = 64 * 1024

/** Reads a file at any place, mostly from the part of it that was read before. */
export class FileWindow {
  readonly size: number
  private readonly file: FileHandle
  private readonly window = Buffer.alloc(WINDOW)
  private start = 0
  private end = 0

  constructor(file: FileHandle, size: number) {
    this.file = file
    this.size = size
  }

  /** At most this many bytes, fewer at the end of the file. They are valid until the next call. */
  async at(place: number, length: number): Promise<Buffer> {
    const wanted = Math.min(length, WINDOW, Math.max(0, this.size - place))
    if (place < this.start || place + wanted > this.end) await this.load(place)
    return this.window.subarray(place - this.start, place - this.start + wanted)
  }

  /** The place of the next byte of this value, or the size of the file. */
  async find(byte: number, from: number): Promise<number> {
    for (let place = from; place < this.size; place = this.end) {
      if (place < this.start || place >= this.end) await this.load(place)
      const found = this.window.subarray(0, this.end - this.start).indexOf(byte, place - this.start)
      if (found >= 0) return this.start + found
    }
    return this.size
  }

  private async load(place: number): Promise<void> {
    const length = Math.min(WINDOW, this.size - place)
    const { bytesRead } = await this.file.read(this.window, 0, length, place)
    if (bytesRead < length) throw new Error('The file became shorter while it was being read.')
    this.start = place
    this.end = place + bytesRead
  }

  /** Reads bytes up to a length that fits into memory. */
  async copy(place: number, length: number): Promise<Buffer> {
    return Buffer.from(await this.at(place, length))
  }
}

/** A part of the file from `start` up to `end`, or other bytes in its place. */
export type Piece = { start: number; end: number } | Buffer

/** The bytes of the pieces; parts that follow on each other are read as one. */
export async function* readPieces(file: FileHandle, pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  let part = { start: 0, end: 0 }
  for await (const piece of pieces) {
    if (!Buffer.isBuffer(piece) && piece.start === part.end) part = { start: part.start, end: piece.end }
    else {
      yield* readPart(file, part)
      part = Buffer.isBuffer(piece) ? { start: 0, end: 0 } : piece
      if (Buffer.isBuffer(piece)) yield piece
    }
    // What is known already need not wait for the rest of the file.
    if (part.end - part.start >= WINDOW) {
      yield* readPart(file, part)
      part = { start: part.end, end: part.end }
    }
  }
  yield* readPart(file, part)
}

async function* readPart(
  file: FileHandle,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let place = start; place < end; ) {
    const length = Math.min(WINDOW, end - place)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    place += bytesRead
  }
}
