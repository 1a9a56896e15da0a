/**
 * Removes personal metadata from pictures: place, time, device and author. The pixels are not changed. Colour profiles and
 * the orientation stay.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { cleanAvif } from './clean-avif.ts'
import { cleanGif } from './clean-gif.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { cleanWebp } from './clean-webp.ts'
import { FileWindow, type Piece, readPieces } from './file-window.ts'
import { kindOf } from './sniff.ts'

type Clean = (file: FileWindow) => AsyncIterable<Piece>

const CLEAN: Record<string, Clean> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/apng': cleanPng,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
  'image/avif': cleanAvif,
}

/** The content of a file as it may be handed out: pictures without metadata, anything else as it is. */
export async function openClean(path: string): Promise<Readable> {
  const clean = CLEAN[(await kindOf(path)) ?? '']
  return clean ? Readable.from(cleaned(path, clean), { objectMode: false }) : createReadStream(path)
}

async function* cleaned(path: string, clean: Clean): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    yield* readPieces(file, clean(new FileWindow(file, size)))
  } finally {
    await file.close()
  }
}
