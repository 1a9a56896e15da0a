/** Uploads. */
import type { Http } from './http.ts'
import type { CallOptions } from './query.ts'

/** In Node, `openAsBlob` of `node:fs` makes a file one of these without reading it into memory. */
export type FileInput = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

export interface UploadOptions extends CallOptions {
  /** The name of the file, whose extension says what it is; that of a `File` unless said. */
  name?: string
}

/** Stores one file and answers its address. */
export async function uploadFile(
  http: Http,
  file: FileInput,
  { name, ...call }: UploadOptions,
): Promise<string> {
  const body = await formOf(file, name ?? nameOf(file) ?? 'file')
  return (await http.json<{ url: string }>('POST', '/v1/upload/file', { timeout: 0, ...call, body })).url
}

/** Stores a picture, which needs no name: what it is follows from its content. */
export async function uploadImage(http: Http, file: FileInput, call: CallOptions): Promise<string> {
  const body = await formOf(file, nameOf(file) ?? 'image')
  return (await http.json<{ url: string }>('POST', '/v1/upload/image', { timeout: 0, ...call, body })).url
}

/** A file without a name can only be a picture. */
export function uploadFor(http: Http, file: FileInput, options: UploadOptions): Promise<string> {
  const isFile = (options.name ?? nameOf(file)) !== undefined
  return isFile ? uploadFile(http, file, options) : uploadImage(http, file, options)
}

/** A form with the file under the key `file`. */
export async function formOf(file: FileInput, name: string): Promise<FormData> {
  const form = new FormData()
  form.set('file', await toBlob(file), name)
  return form
}

function toBlob(file: FileInput): Blob | Promise<Blob> {
  if (file instanceof Blob) return file
  return file instanceof ReadableStream ? new Response(file).blob() : new Blob([file])
}

function nameOf(file: FileInput): string | undefined {
  return file instanceof File ? file.name : undefined
}
