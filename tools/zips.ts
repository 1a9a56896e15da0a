/** Zips written by hand, because a library refuses to write bad ones. */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import yauzl from 'yauzl'

export interface Member {
  name: string | Buffer
  content: string | Buffer
  /** Not deflated. */
  isStored?: boolean
  /** Already deflated: for contents that would take too long to deflate, or that are none. */
  packed?: Buffer
  /** What the headers say instead of the truth. */
  claims?: { size?: number; packedSize?: number; crc?: number; method?: number; flags?: number }
  /** The type and rights of the file, as Unix has them. */
  mode?: number
}

const UTF8_NAME = 0x800
const UNIX = 3 << 8

/** The zip of these files; what is not text or bytes is written as JSON. */
export function zipOf(files: Record<string, unknown>): Buffer {
  return packZip(
    Object.entries(files).map(([name, content]) => ({
      name,
      content: typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    })),
  )
}

export function packZip(members: Member[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const { fields, name, packed } = headerOf(member)
    const local = Buffer.concat([signature(0x04034b50), fields, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((member.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(signature(0x02014b50), number(UNIX | 20), fields, tail, name)
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...locals, central, endOf(members.length, central.length, offset)])
}

/** The end of the zip, with the wider numbers before it when there are too many members for the usual ones. */
function endOf(count: number, size: number, offset: number): Buffer {
  const isWide = count > 0xffff
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Math.min(count, 0xffff), 4)
  end.writeUInt16LE(Math.min(count, 0xffff), 6)
  end.writeUInt32LE(isWide ? 0xffffffff : size, 8)
  end.writeUInt32LE(isWide ? 0xffffffff : offset, 12)
  if (!isWide) return Buffer.concat([signature(0x06054b50), end])
  const wide = Buffer.alloc(52)
  wide.writeBigUInt64LE(44n, 0)
  for (const [value, at] of [count, count, size, offset].map(
    (value, index) => [value, 20 + index * 8] as const,
  ))
    wide.writeBigUInt64LE(BigInt(value), at)
  const locator = Buffer.alloc(16)
  locator.writeBigUInt64LE(BigInt(offset + size), 4)
  locator.writeUInt32LE(1, 12)
  return Buffer.concat([
    signature(0x06064b50),
    wide,
    signature(0x07064b50),
    locator,
    signature(0x06054b50),
    end,
  ])
}

/** The part that the header before a member and its entry in the directory have in common. */
function headerOf({ name, content, isStored, packed: given, claims = {} }: Member) {
  const bytes = Buffer.from(content as Buffer)
  const packed = given ?? (isStored ? bytes : deflateRawSync(bytes))
  const nameBytes = Buffer.from(name as Buffer)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(claims.flags ?? UTF8_NAME, 2)
  fields.writeUInt16LE(claims.method ?? (isStored ? 0 : 8), 4)
  fields.writeUInt32LE(0x21_0000, 6)
  fields.writeUInt32LE(claims.crc ?? crc32(bytes), 10)
  fields.writeUInt32LE(claims.packedSize ?? packed.length, 14)
  fields.writeUInt32LE(claims.size ?? bytes.length, 18)
  fields.writeUInt16LE(nameBytes.length, 22)
  return { fields, name: nameBytes, packed }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

/** Deflated bytes that give a gibibyte or more: the start, then the block as often as is said, then the end. */
export function inflatingTo(start: string, block: string, times: number, end: string): Buffer {
  const part = (text: string, finishFlush: number) => deflateRawSync(text, { finishFlush })
  const repeated = Array<Buffer>(times).fill(part(block, constants.Z_FULL_FLUSH))
  return Buffer.concat([part(start, constants.Z_FULL_FLUSH), ...repeated, part(end, constants.Z_FINISH)])
}

/** The members of a zip in their order, as bytes. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const members = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(archive)
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    members.set(entry.fileName, Buffer.concat(chunks))
  }
  return members
}
