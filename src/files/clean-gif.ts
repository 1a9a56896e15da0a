import type { FileWindow, Piece } from './file-window.ts'

const [EXTENSION, IMAGE, COMMENT, APPLICATION] = [0x21, 0x2c, 0xfe, 0xff]
/** How often an animation is repeated, and colours. */
const KEPT_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

export async function* cleanGif(file: FileWindow): AsyncGenerator<Piece> {
  const screen = await file.at(0, 13)
  let start = 13 + tableLength(screen[10])
  yield { start: 0, end: Math.min(start, file.size) }
  while (start < file.size) {
    const [kind, label] = await file.at(start, 2)
    if (kind === EXTENSION) {
      const end = await endOfBlocks(file, start + 2)
      if (await isKept(file, label, start)) yield { start, end }
      start = end
    } else if (kind === IMAGE) {
      const flags = (await file.at(start + 9, 1))[0]
      const end = await endOfBlocks(file, start + 10 + tableLength(flags) + 1)
      yield { start, end }
      start = end
    } else {
      // The end mark, or what no decoder reads.
      yield Buffer.from([0x3b])
      return
    }
  }
}

function tableLength(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Blocks of up to 255 bytes, each with its length before it, until an empty one. */
async function endOfBlocks(file: FileWindow, start: number): Promise<number> {
  for (let place = start; place < file.size; ) {
    const length = (await file.at(place, 1))[0] ?? 0
    place += 1 + length
    if (length === 0) return Math.min(place, file.size)
  }
  return file.size
}

async function isKept(file: FileWindow, label: number | undefined, start: number): Promise<boolean> {
  if (label === COMMENT) return false
  if (label !== APPLICATION) return true
  return KEPT_APPLICATIONS.includes((await file.at(start + 3, 11)).toString('latin1'))
}
