import { crc32 } from 'node:zlib'
import type { FileWindow, Piece } from './file-window.ts'
import { orientationBlock, readOrientation } from './orientation.ts'

/** The chunks that are needed to show the picture, including animations. Other optional chunks are removed. */
const KEPT = new Set(
  'cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT'.split(' '),
)
const MOST_EXIF = 64 * 1024

export async function* cleanPng(file: FileWindow): AsyncGenerator<Piece> {
  yield { start: 0, end: 8 }
  for (let start = 8; start + 12 <= file.size; ) {
    const head = await file.at(start, 8)
    const [length, name] = [head.readUInt32BE(), head.toString('latin1', 4)]
    const end = start + 12 + length
    if (isNeeded(name) || KEPT.has(name)) yield { start, end: Math.min(end, file.size) }
    else if (name === 'eXIf') {
      const orientation = readOrientation(await file.at(start + 8, Math.min(length, MOST_EXIF - 12)))
      if (orientation) yield chunk('eXIf', orientationBlock(orientation))
    }
    if (name === 'IEND') return
    start = end
  }
}

/** No decoder can do without chunks whose names begin with a capital. */
function isNeeded(name: string): boolean {
  return /^[A-Z]/.test(name)
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
