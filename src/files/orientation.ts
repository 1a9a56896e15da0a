/** The orientation of a picture: the only part of its EXIF data that affects the pixels. */
const TAG = 0x0112
const SHORT = 3
const MOST_TAGS = 500

/** From 2 to 8; undefined if the picture is upright or has no orientation. The block begins with `II` or `MM`. */
export function readOrientation(block: Buffer): number | undefined {
  const order = block.toString('latin1', 0, 2)
  if (block.length < 14 || (order !== 'II' && order !== 'MM')) return undefined
  const isLittle = order === 'II'
  const short = (place: number) => (isLittle ? block.readUInt16LE(place) : block.readUInt16BE(place))
  const list = isLittle ? block.readUInt32LE(4) : block.readUInt32BE(4)
  if (list + 2 > block.length) return undefined
  const count = Math.min(short(list), MOST_TAGS)
  for (let entry = list + 2; entry < list + 2 + count * 12 && entry + 12 <= block.length; entry += 12) {
    if (short(entry) !== TAG) continue
    const value = short(entry + 8)
    return short(entry + 2) === SHORT && value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

/** EXIF data with the orientation and nothing else. */
export function orientationBlock(orientation: number): Buffer {
  const block = Buffer.alloc(26)
  block.write('MM\0*', 'latin1')
  block.writeUInt32BE(8, 4)
  block.writeUInt16BE(1, 8)
  block.writeUInt16BE(TAG, 10)
  block.writeUInt16BE(SHORT, 12)
  block.writeUInt32BE(1, 14)
  block.writeUInt16BE(orientation, 18)
  return block
}
