/** The media types of files by their extension. */

interface FileType {
  mime: string
  /** A browser may show it inside a page: it cannot run anything. */
  isShown: boolean
  /** What the first bytes must look like. */
  sniffed: readonly string[]
}

const shown = (mime: string, ...more: string[]): FileType => ({
  mime,
  isShown: true,
  sniffed: [mime, ...more],
})
const handed = (mime: string, ...more: string[]): FileType => ({
  mime,
  isShown: false,
  sniffed: [mime, ...more],
})

const OGG = ['application/ogg', 'audio/ogg', 'video/ogg', 'audio/opus']
const MPEG4 = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'audio/mp4', 'audio/x-m4a']
const ZIP = ['application/zip']
const OLD_OFFICE = ['application/x-cfb']

const TYPES: Record<string, FileType> = {
  png: shown('image/png', 'image/apng'),
  jpg: shown('image/jpeg'),
  jpeg: shown('image/jpeg'),
  gif: shown('image/gif'),
  webp: shown('image/webp'),
  avif: shown('image/avif'),
  pdf: shown('application/pdf'),
  mp3: shown('audio/mpeg'),
  m4a: shown('audio/mp4', ...MPEG4),
  wav: shown('audio/wav'),
  flac: shown('audio/flac', 'audio/x-flac'),
  ogg: shown('audio/ogg', ...OGG),
  oga: shown('audio/ogg', ...OGG),
  opus: shown('audio/ogg', ...OGG),
  ogv: shown('video/ogg', ...OGG),
  mp4: shown('video/mp4', ...MPEG4),
  m4v: shown('video/mp4', ...MPEG4),
  mov: shown('video/quicktime', ...MPEG4),
  webm: shown('video/webm', 'video/matroska'),
  zip: handed('application/zip'),
  gz: handed('application/gzip'),
  ppt: handed('application/vnd.ms-powerpoint', ...OLD_OFFICE),
  pptx: handed('application/vnd.openxmlformats-officedocument.presentationml.presentation', ...ZIP),
  doc: handed('application/msword', ...OLD_OFFICE),
  docx: handed('application/vnd.openxmlformats-officedocument.wordprocessingml.document', ...ZIP),
  odp: handed('application/vnd.oasis.opendocument.presentation', ...ZIP),
  odt: handed('application/vnd.oasis.opendocument.text', ...ZIP),
}

const UNKNOWN: FileType = { mime: 'application/octet-stream', isShown: false, sniffed: [] }

/** The extension of the name with its dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /[^./\\](\.[A-Za-z0-9]{1,16})$/.exec(name)?.[1] ?? ''
}

/** The usual extension of a kind of file, with its dot; undefined when the kind is not known. */
export function extensionFor(mime: string): string | undefined {
  const own = Object.entries(TYPES).find(([, type]) => type.mime === mime)
  const [name] = own ?? Object.entries(TYPES).find(([, { sniffed }]) => sniffed.includes(mime)) ?? []
  return name && `.${name}`
}

export function typeOf(extension: string): FileType {
  const name = extension.slice(1).toLowerCase()
  return Object.hasOwn(TYPES, name) ? TYPES[name]! : UNKNOWN
}
