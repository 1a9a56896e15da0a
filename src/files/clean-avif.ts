/** AVIF keeps metadata as items that are found by tables of offsets, so they are blanked in place. */
import type { FileWindow, Piece } from './file-window.ts'

const MOST_META = 60 * 1024
const MOST_BOXES = 1_000
/** A type that no reader knows, so the item is passed over. */
const UNUSED = 'free'

export async function* cleanAvif(file: FileWindow): AsyncGenerator<Piece> {
  const meta = await findMeta(file)
  if (!meta) return yield { start: 0, end: file.size }
  const content = await file.copy(meta.start, meta.end - meta.start)
  const blanks = blank(content).sort((a, b) => a.start - b.start)
  yield { start: 0, end: meta.start }
  yield content
  let place = meta.end
  for (const { start, end } of blanks) {
    if (start < place || end > file.size) continue
    yield { start: place, end: start }
    yield* zeros(end - start)
    place = end
  }
  yield { start: place, end: file.size }
}

interface Part {
  start: number
  end: number
}

async function findMeta(file: FileWindow): Promise<Part | undefined> {
  let start = 0
  for (let count = 0; start + 8 <= file.size && count < MOST_BOXES; count++) {
    const head = await file.at(start, 8)
    const length = head.readUInt32BE()
    if (length < 8) return undefined
    const end = start + length
    if (head.toString('latin1', 4) === 'meta')
      return length <= MOST_META && end <= file.size ? { start, end } : undefined
    start = end
  }
  return undefined
}

function* zeros(length: number): Generator<Buffer> {
  for (let left = length; left > 0; left -= MOST_META) yield Buffer.alloc(Math.min(left, MOST_META))
}

/** Renames the items of metadata in the box, and returns where in the file their content is. */
function blank(meta: Buffer): Part[] {
  try {
    const boxes = [...boxesIn(meta, 12, meta.length)]
    const info = boxes.find(({ name }) => name === 'iinf')
    const places = boxes.find(({ name }) => name === 'iloc')
    if (!info || !places) return []
    const items = renameItems(meta, info)
    return extentsOf(meta, places.start).flatMap(({ item, ...part }) => (items.has(item) ? [part] : []))
  } catch (error) {
    // A table that ends too early is none that a reader could use.
    if (error instanceof RangeError) return []
    throw error
  }
}

function* boxesIn(data: Buffer, from: number, to: number): Generator<Part & { name: string }> {
  for (let start = from; start + 8 <= to; ) {
    const length = data.readUInt32BE(start)
    if (length < 8) return
    yield { name: data.toString('latin1', start + 4, start + 8), start: start + 8, end: start + length }
    start += length
  }
}

function renameItems(meta: Buffer, { start, end }: Part): Set<number> {
  const found = new Set<number>()
  const first = start + (meta[start] === 0 ? 6 : 8)
  for (const box of boxesIn(meta, first, end)) {
    const isLong = meta[box.start] === 3
    const type = box.start + (isLong ? 10 : 8)
    const text = meta.toString('latin1', type, box.end)
    if (!text.startsWith('Exif') && !(text.startsWith('mime') && /xml/.test(text))) continue
    found.add(isLong ? meta.readUInt32BE(box.start + 4) : meta.readUInt16BE(box.start + 4))
    meta.write(UNUSED, type, 'latin1')
  }
  return found
}

function extentsOf(meta: Buffer, start: number): (Part & { item: number })[] {
  let place = start
  const read = (bytes: number) => {
    if (bytes === 0) return 0
    const value = bytes === 8 ? Number(meta.readBigUInt64BE(place)) : meta.readUIntBE(place, bytes)
    place += bytes
    return value
  }
  const version = read(1)
  read(3)
  const [sizes, more] = [read(1), read(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version > 0 ? more & 15 : 0
  const extents: (Part & { item: number })[] = []
  for (let count = read(version < 2 ? 2 : 4); count > 0; count--) {
    const item = read(version < 2 ? 2 : 4)
    const isInFile = version === 0 || (read(2) & 15) === 0
    read(2)
    const base = read(baseSize)
    for (let parts = read(2); parts > 0; parts--) {
      read(indexSize)
      const from = base + read(offsetSize)
      const to = from + read(lengthSize)
      if (isInFile) extents.push({ item, start: from, end: to })
    }
  }
  return extents
}
