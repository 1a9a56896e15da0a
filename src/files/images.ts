/** Pictures: reading strangers' files with care, and making the smaller variants. */
import sharp, { type Sharp } from 'sharp'

const MOST_PIXELS = 100_000_000
/** What the formats allow: WebP has no longer side. */
const LONGEST_SIDE = 16_383
const FORMATS: Record<string, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', heif: 'avif' }

/** Next to nothing comes out, but every pixel goes in. */
const DECODED = { width: 8, height: 8, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false } as const

/** A size asked for: with the aspect kept the height follows from the width. */
export interface VariantSize {
  width: number
  height: number | undefined
  quality: number
}

/** What kind of picture the file holds, or what is wrong with it. It is decoded whole, so a broken one is noticed. */
export async function readImage(path: string): Promise<{ extension: string } | { fault: string }> {
  try {
    const image = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    const extension = format && FORMATS[format]
    if (!extension) return { fault: 'the file is not a picture of a known kind (PNG, JPEG, GIF, WebP, AVIF)' }
    await image.resize(DECODED).raw().toBuffer()
    return { extension }
  } catch (error) {
    if (/pixel limit/.test((error as Error).message)) return { fault: 'the picture has too many pixels' }
    return { fault: 'the file is not a picture, or it is broken' }
  }
}

export interface Variants {
  extension: string
  /** Only when it was asked for. */
  original: Buffer | undefined
  sized: Map<string, Buffer>
}

/**
 * The picture upright and without metadata, and one variant for each size; the smaller ones are made from the
 * largest, which saves most of the work. Transparency is kept.
 */
export async function makeVariants(
  path: string,
  sizes: Map<string, VariantSize>,
  withOriginal: boolean,
): Promise<Variants> {
  const source = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
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
export function drawPng(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize({ width }).png({ compressionLevel: 9 }).toBuffer()
}
