/** Pictures: reading strangers' files with care, and making the smaller variants. */
import type { Sharp } from 'sharp'
import { makeGate } from './gate.ts'
import { kindOf } from './sniff.ts'

/** In bytes, as a file. */
export const LARGEST_PICTURE = 50 * 1024 * 1024
/** Of all frames of an animation together. */
const MOST_PIXELS = 40_000_000
/** What the pixels may take up when all of them are in memory, as those of an interlaced picture are. */
const MOST_BYTES = 4 * MOST_PIXELS
/** How long one picture may be worked on (in seconds). */
const LONGEST = 60
/** What the formats allow: WebP has no longer side. */
const LONGEST_SIDE = 16_383
const FORMATS: Record<string, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', heif: 'avif' }
const KINDS = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif']
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, ushort: 2, short: 2 }

let library: Promise<typeof import('sharp').default> | undefined

/** The library is loaded with the first picture: most processes never see one. */
function loadSharp(): NonNullable<typeof library> {
  library ??= import('sharp').then(({ default: sharp }) => {
    // One thread for each picture, and nothing of it is kept: a stranger decides how much memory it takes.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

/** Two pictures at a time. */
const inTurn = makeGate({
  atOnce: 2,
  waiting: 50,
  full: 'Too many images are waiting to be processed. Try again soon.',
})

/** Next to nothing comes out, but every pixel goes in. */
const DECODED = { width: 8, height: 8, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false } as const

/** A size asked for: with the aspect kept the height follows from the width. */
export interface VariantSize {
  width: number
  height: number | undefined
  quality: number
}

interface Image {
  extension: string
  /** The pixels are rotated, and only the metadata corrects that. */
  isTurned: boolean
}

/** The format of the picture in the file, or its fault. The picture is decoded completely, so that damage is noticed. */
export async function readImage(path: string): Promise<Image | { fault: string }> {
  // Other formats are not opened: formats with text or programs allow attacks.
  const kind = await kindOf(path)
  if (!KINDS.includes(kind ?? ''))
    return { fault: 'the file is not a supported image (PNG, JPEG, GIF, WebP or AVIF)' }
  return inTurn(async () => {
    try {
      return await decode(path)
    } catch (error) {
      if (/pixel limit/.test((error as Error).message)) return { fault: TOO_MANY }
      return { fault: 'the file is not an image, or it is damaged' }
    }
  })
}

const TOO_MANY = 'the image has too many pixels; the limit is 40 megapixels over all frames'

/** The head is read first: what is too large is not decoded. */
async function decode(path: string): Promise<Image | { fault: string }> {
  const image = await open(path)
  const { format, width, height, pages = 1, channels, depth, orientation = 1 } = await image.metadata()
  const pixels = width * height * pages
  const bytes = pixels * channels * (SAMPLE_BYTES[depth] ?? 4)
  if (pixels > MOST_PIXELS || bytes > MOST_BYTES) return { fault: TOO_MANY }
  await image.resize(DECODED).raw().toBuffer()
  return { extension: FORMATS[format]!, isTurned: orientation > 1 && pages === 1 }
}

async function open(path: string): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).timeout({ seconds: LONGEST })
}

/** The picture turned as it is meant to be seen, in its own format and without metadata. */
export function turnUpright(path: string): Promise<Buffer> {
  return inTurn(async () =>
    (await open(path))
      .autoOrient()
      .jpeg({ quality: 95, force: false })
      .webp({ quality: 95, force: false })
      .toBuffer(),
  )
}

interface Variants {
  extension: string
  /** Only when it was asked for. */
  original: Buffer | undefined
  sized: Map<string, Buffer>
}

/**
 * The picture upright and without metadata, and one variant for each size; the smaller ones are made from the
 * largest, which saves most of the work. Transparency is kept.
 */
export function makeVariants(
  path: string,
  sizes: Map<string, VariantSize>,
  withOriginal: boolean,
): Promise<Variants> {
  return inTurn(() => resizeAll(path, sizes, withOriginal))
}

async function resizeAll(
  path: string,
  sizes: Map<string, VariantSize>,
  withOriginal: boolean,
): Promise<Variants> {
  const sharp = await loadSharp()
  const source = (await open(path)).autoOrient()
  const { hasAlpha, autoOrient: upright } = await source.metadata()
  // The best compression takes ten times as long, which small pictures are worth.
  const encode = (image: Sharp, quality: number, mozjpeg = true) =>
    (hasAlpha ? image.webp({ quality }) : image.jpeg({ quality, mozjpeg })).toBuffer()
  const limit = {
    width: LONGEST_SIDE,
    height: LONGEST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  const original = withOriginal ? await encode(source.clone().resize(limit), 90, false) : undefined
  const ordered = [...sizes].sort(([, a], [, b]) => b.width - a.width)
  const sized = new Map<string, Buffer>()
  let larger: Sharp = source
  for (const [name, { width, height, quality }] of ordered) {
    const size = height ? { width, height } : keepAspect(upright, width)
    const resized = larger.clone().resize({ ...size, fit: 'fill' })
    // What a smaller variant is made from has the aspect of the original and no loss of its own.
    if (!height) larger = sharp(await resized.clone().png({ compressionLevel: 0 }).toBuffer())
    sized.set(name, await encode(resized, Math.max(1, quality)))
  }
  return { extension: hasAlpha ? 'webp' : 'jpg', original, sized }
}

interface Size {
  width: number
  height: number
}

/** The height follows from the width, unless the picture is so narrow that it would become too tall. */
function keepAspect(source: Size, width: number): Size {
  const height = Math.max(1, Math.floor((source.height * width) / source.width))
  if (height <= LONGEST_SIDE) return { width, height }
  return {
    width: Math.max(1, Math.floor((source.width * LONGEST_SIDE) / source.height)),
    height: LONGEST_SIDE,
  }
}

/** A drawing of our own as a picture of this width. */
export async function drawPng(svg: string, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).resize({ width }).png({ compressionLevel: 9 }).toBuffer()
}
