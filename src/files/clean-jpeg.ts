import type { FileWindow, Piece } from './file-window.ts'
import { orientationBlock, readOrientation } from './orientation.ts'

const [START, END, SCAN, COMMENT, FIRST_APP, LAST_APP] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xef]
const EXIF = 'Exif\0\0'
/** The segments that stay: those that are needed to show the picture. */
const KEPT_APPS: Record<number, string> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

/** Reads marker by marker, as decoders do. The end of the picture may be followed by another one with its own metadata. */
export async function* cleanJpeg(file: FileWindow): AsyncGenerator<Piece> {
  yield { start: 0, end: 2 }
  let isScan = false
  for (let place = 2; place < file.size; ) {
    const marker = await file.find(0xff, place)
    // Between segments there is nothing to see; in a scan these are the pixels.
    if (isScan) yield { start: place, end: marker }
    const [, code, high = 0, low = 0] = await file.at(marker, 4)
    if (code === undefined) return
    if (code === 0xff) place = marker + 1
    else if (isBare(code)) {
      if (isScan) yield { start: marker, end: marker + 2 }
      place = marker + 2
    } else if (code === END) return yield { start: marker, end: marker + 2 }
    else {
      const end = marker + 2 + Math.max(2, (high << 8) | low)
      yield* segment(file, code, marker, end)
      isScan = code === SCAN || (isScan && isApart(code))
      place = end
    }
  }
}

/** Markers without a length: stuffed bytes, restarts. */
function isBare(code: number): boolean {
  return code <= 0x01 || (code >= 0xd0 && code <= 0xd7) || code === START
}

function isApart(code: number): boolean {
  return code === COMMENT || (code >= FIRST_APP && code <= LAST_APP)
}

async function* segment(file: FileWindow, code: number, start: number, end: number): AsyncGenerator<Piece> {
  if (!isApart(code)) return yield { start, end: Math.min(end, file.size) }
  const kept = KEPT_APPS[code]
  const content = await file.at(start + 4, end - start - 4)
  if (kept !== undefined && content.toString('latin1', 0, kept.length) === kept) yield { start, end }
  else if (code === 0xe1 && content.toString('latin1', 0, 6) === EXIF) {
    const orientation = readOrientation(content.subarray(6))
    if (orientation) yield exifSegment(orientation)
  }
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF), orientationBlock(orientation)])
  const length = content.length + 2
  return Buffer.concat([Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]), content])
}
