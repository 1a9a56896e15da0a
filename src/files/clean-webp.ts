import type { FileWindow, Piece } from './file-window.ts'
import { orientationBlock, readOrientation } from './orientation.ts'

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04]
const MOST_CHUNKS = 100_000

interface Chunk {
  name: string
  start: number
  end: number
}

/** The total size comes first, so the chunks are read twice. */
export async function* cleanWebp(file: FileWindow): AsyncGenerator<Piece> {
  let orientation: number | undefined
  let size = 4
  for await (const { name, start, end } of chunksOf(file)) {
    if (KEPT.has(name)) size += end - start
    else if (name === 'EXIF') orientation ??= await orientationAt(file, start + 8, end)
  }
  const exif = orientation === undefined ? Buffer.alloc(0) : exifChunk(orientation)
  const head = Buffer.from('RIFF\0\0\0\0WEBP')
  head.writeUInt32LE(size + exif.length, 4)
  yield head
  for await (const { name, start, end } of chunksOf(file)) {
    if (name === 'VP8X') {
      const content = await file.copy(start, end - start)
      content[8]! &= ~(HAS_XMP | (orientation === undefined ? HAS_EXIF : 0))
      yield content
    } else if (KEPT.has(name)) yield { start, end }
  }
  yield exif
}

async function* chunksOf(file: FileWindow): AsyncGenerator<Chunk> {
  const riff = await file.at(4, 4)
  const last = Math.min(file.size, 8 + riff.readUInt32LE())
  let count = 0
  for (let start = 12; start + 8 <= last && count++ < MOST_CHUNKS; ) {
    const head = await file.at(start, 8)
    const length = head.readUInt32LE(4)
    const end = start + 8 + length + (length % 2)
    yield { name: head.toString('latin1', 0, 4), start, end: Math.min(end, file.size) }
    start = end
  }
}

async function orientationAt(file: FileWindow, start: number, end: number): Promise<number | undefined> {
  const content = await file.at(start, end - start)
  // Some programs put the mark of JPEG before it.
  const offset = content.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
  return readOrientation(content.subarray(offset))
}

function exifChunk(orientation: number): Buffer {
  const block = orientationBlock(orientation)
  const head = Buffer.from('EXIF\0\0\0\0')
  head.writeUInt32LE(block.length, 4)
  return Buffer.concat([head, block])
}
