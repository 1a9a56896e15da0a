/** The files of a form, as they arrive. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequestError, PlenumError, TooLargeError, UnsupportedTypeError } from '../errors.ts'
import { addStreamToDigest, addToDigest } from './body-digest.ts'

interface FormLimits {
  /** The largest file, in bytes. */
  fileSize: number
  files: number
  /** The message for a larger file. */
  tooLarge: string
  /** Takes the other fields of the form. Absent: they are left alone. */
  field?: (name: string, value: string) => void
  /** Without a byte for this long (in ms) the connection is ended. */
  silence?: number
}

const FIELDS = { fields: 100, fieldSize: 10_000, parts: 200 }
const SILENCE = 60_000

/** Whether the body is a form, by its header: asked before the body is read. */
export function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** `detail` explains how to send it. */
export function demandForm(request: FastifyRequest, detail: string): void {
  if (!isForm(request)) throw new UnsupportedTypeError(detail)
}

/** Hands over each file in turn; it has to be read, or read past. */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { fileSize, files, tooLarge, field, silence = SILENCE }: FormLimits,
  use: (part: MultipartFile) => Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => request.raw.destroy(), silence)
  request.raw.on('data', () => timer.refresh())
  let refusal: unknown
  try {
    for await (const part of request.parts({ limits: { ...FIELDS, fileSize, files } })) {
      if (part.type !== 'file') {
        addToDigest(request, 'field', part.fieldname, String(part.value))
        field?.(part.fieldname, String(part.value))
        continue
      }
      addToDigest(request, 'file', part.fieldname, part.filename ?? '', part.mimetype)
      addStreamToDigest(request, part.file)
      // The rest of a file that is too large already is not read.
      part.file.once('limit', () => part.file.destroy(new TooLargeError(tooLarge)))
      await use(part).catch((error) => {
        if (error !== part.file.errored) refusal = error
        throw error
      })
    }
  } catch (error) {
    // What still comes of a form that is refused is not waited for.
    reply.header('connection', 'close')
    throw error === refusal ? error : formFault(error, tooLarge)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the form to its end and keeps nothing of it. */
export function readPast(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const limits = { fileSize: Number.MAX_SAFE_INTEGER, files: FIELDS.parts, tooLarge: '' }
  return readForm(request, reply, limits, async (part) => {
    part.file.resume()
  })
}

/** Errors of the parser and its plugin; some have no status. */
function formFault(error: unknown, tooLarge: string): unknown {
  if (error instanceof PlenumError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new TooLargeError(tooLarge)
  if (statusCode === 413) return new TooLargeError('The form has too many parts.')
  return Object.assign(new BadRequestError('The form data is malformed.'), { cause: error })
}
