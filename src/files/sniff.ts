import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { typeOf } from './types.ts'

const HEAD = 4_100

/** Whether the content is what the extension claims. A kind without a mark of its own may hold anything. */
export async function fitsExtension(path: string, extension: string): Promise<boolean> {
  const { sniffed } = typeOf(extension)
  if (sniffed.length === 0) return true
  const found = await fileTypeFromBuffer(await headOf(path))
  return found !== undefined && sniffed.includes(found.mime)
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
