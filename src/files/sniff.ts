import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { extensionFor, typeOf } from './media-types.ts'

const HEAD = 4_100

/**
 * Whether the content may be what the extension claims. Refused is what is known to be of another kind, text in place of
 * a picture, a sound or a film, and the markup that servers send in place of a file. Anything else is believed: it is
 * only ever served as its extension says.
 */
export async function fitsExtension(path: string, extension: string): Promise<boolean> {
  return (await rightExtension(path, extension)) === extension
}

/** The extension that a file should have: its own if that fits, else that of its content; undefined when it has none. */
export async function rightExtension(path: string, extension: string): Promise<string | undefined> {
  const { sniffed, mime } = typeOf(extension)
  if (sniffed.length === 0) return extension
  const head = await headOf(path)
  const found = await fileTypeFromBuffer(head)
  if (found) return sniffed.includes(found.mime) ? extension : extensionFor(found.mime)
  return isMarkup(head) || (/^(image|audio|video)\//.test(mime) && isText(head)) ? undefined : extension
}

/** The kind of the content, by its first bytes; undefined when they are not known. */
export async function kindOf(path: string): Promise<string | undefined> {
  return (await fileTypeFromBuffer(await headOf(path)))?.mime
}

function isMarkup(head: Uint8Array): boolean {
  return /^\s*</.test(new TextDecoder().decode(head))
}

/** The last sign of the head may be cut in two. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
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
