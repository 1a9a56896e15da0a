/** Reading and writing zip files. What a stranger's zip claims about itself is never believed. */
import { Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import yauzl from 'yauzl'
import yazl from 'yazl'

/** The fault of a zip, in words for its author. */
export class ZipError extends Error {
  override name = 'ZipError'
}

interface ZipLimits {
  members: number
  /** Of all members together, in bytes. */
  unpacked: number
  /** How many times larger than the zip its content may be, once it is larger than `ratioFrom`. */
  ratio: number
  ratioFrom: number
}

const ZIP_LIMITS: ZipLimits = {
  members: 20_000,
  unpacked: 16 * 1024 ** 3,
  ratio: 300,
  ratioFrom: 16 * 1024 ** 2,
}

/** Of a member, in characters. */
const LONGEST_NAME = 1_000
const LINK = 0o120000
const FORMAT_BITS = 0o170000

export interface ZipReader {
  names: ReadonlySet<string>
  open(name: string): Promise<Readable>
  close(): Promise<void>
}

export async function openZip(path: string, size: number, limits = ZIP_LIMITS): Promise<ZipReader> {
  const zip = await opened(path)
  try {
    const entries = await readEntries(zip, limits)
    const budget = { left: Math.min(limits.unpacked, Math.max(limits.ratioFrom, size * limits.ratio)) }
    return {
      names: new Set(entries.keys()),
      open: (name) => openMember(zip, entries.get(name)!, budget),
      async close() {
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function opened(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // A backslash in a name, as some programs for Windows write it, is read as a slash.
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    yauzl.open(path, options, (error, zip) => (error ? reject(refusal(error)) : resolve(zip)))
  })
}

function readEntries(zip: yauzl.ZipFile, limits: ZipLimits): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  return new Promise((resolve, reject) => {
    zip.on('error', (error) => reject(refusal(error)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      const fault = faultOf(entry, entries, limits)
      if (fault) return reject(new ZipError(fault))
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function faultOf(
  entry: yauzl.Entry,
  entries: Map<string, yauzl.Entry>,
  limits: ZipLimits,
): string | undefined {
  const name = JSON.stringify(entry.fileName.slice(0, 100))
  if (entries.size >= limits.members) return `The archive has more than ${limits.members} files.`
  if (entry.fileName.length > LONGEST_NAME)
    return `The archive contains a file name longer than ${LONGEST_NAME} characters.`
  if (entries.has(entry.fileName)) return `The archive contains the file ${name} twice.`
  if (((entry.externalFileAttributes >>> 16) & FORMAT_BITS) === LINK)
    return `The archive contains a link: ${name}.`
  if (entry.isEncrypted()) return `The archive contains an encrypted file: ${name}.`
  return undefined
}

async function openMember(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  budget: { left: number },
): Promise<Readable> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => (error ? reject(refusal(error)) : resolve(found)))
  })
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      budget.left -= chunk.length
      if (budget.left < 0) done(new ZipError('The unpacked archive is larger than allowed.'))
      else done(null, chunk)
    },
  })
  stream.on('error', (error) => counted.destroy(refusal(error)))
  counted.on('close', () => stream.destroy())
  return stream.pipe(counted)
}

/** The messages of the library describe the fault; they contain nothing about this machine. */
function refusal(error: Error): Error {
  return error instanceof ZipError
    ? error
    : new ZipError(`The file is not a valid zip archive: ${error.message}`)
}

export interface ZipWriter {
  /** Adds a text that is made piece by piece. */
  addText(name: string, pieces: AsyncIterable<string>): Promise<void>
  /** Adds a file as it is. */
  addFile(name: string, content: Readable): Promise<void>
  /** Adds a file made smaller. */
  addPacked(name: string, content: Readable): Promise<void>
  end(): void
  output: Readable
}

// One and the same time for all, so that the same event gives the same bytes.
const MADE = new Date(Date.UTC(2000, 0, 1))

export function makeZip(): ZipWriter {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  // The reader of the output gets the error. Without a reader it must not end the process.
  output.on('error', () => {})
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error))
  const add = async (name: string, content: Readable, options: object) => {
    content.on('error', (error) => output.destroy(error))
    // When the output is closed, nothing reads the content any more, and it would wait forever.
    const stop = () => content.destroy()
    if (output.destroyed) {
      stop()
      throw output.errored ?? new Error('The zip was closed before it was complete.')
    }
    output.once('close', stop)
    zip.addReadStream(content, name, { mtime: MADE, mode: 0o100644, ...options })
    await finished(content, { writable: false }).finally(() => output.off('close', stop))
  }
  const addPacked = (name: string, content: Readable) =>
    add(name, content, { compress: true, compressionLevel: 3 })
  return {
    addText: (name, pieces) => addPacked(name, Readable.from(encoded(pieces), { objectMode: false })),
    addPacked,
    addFile: (name, content) => add(name, content, { compress: false }),
    end: () => zip.end(),
    output,
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
