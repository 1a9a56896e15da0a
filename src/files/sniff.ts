import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { typeOf } from './types.ts'

const HEAD = 4_100

/**
 * Whether the content may be what the extension claims. Refused is what is known to be of another kind, and the markup
 * that servers send in place of a file. Anything else is believed: it is only ever served as its extension says.
 */
export async function fitsExtension(path: string, extension: string): Promise<boolean> {
  const { sniffed } = typeOf(extension)
  if (sniffed.length === 0) return true
  const head = await headOf(path)
  const found = await fileTypeFromBuffer(head)
  return found ? sniffed.includes(found.mime) : !isMarkup(head)
}

/** The kind of the content, by its first bytes; undefined when they are not known. */
export async function kindOf(path: string): Promise<string | undefined> {
  return (await fileTypeFromBuffer(await headOf(path)))?.mime
}

function isMarkup(head: Uint8Array): boolean {
  return /^\s*</.test(new TextDecoder().decode(head))
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
