/** Bodies in the encodings that browsers ask for, each made once. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Recent } from '../database/recent.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best of those that the client accepts and that there are. */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding {
  const accepted = new Map<string, boolean>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...words] = part.trim().split(';')
    accepted.set(name.trim(), !words.some((word) => /^\s*q=0(\.0*)?\s*$/.test(word)))
  }
  const best = (['br', 'gzip'] as const).find((name) => offered.includes(name) && accepted.get(name))
  return best ?? 'identity'
}

/** More compresses little better and takes much longer. */
const QUALITY = 5
/** All bodies together; the ones that were used longest ago are forgotten first. */
const MOST_BYTES = 32 * 1024 ** 2
/** A short body does not get shorter. */
const LEAST_LENGTH = 512

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}

export interface Encoded {
  body: Buffer
  encoding: Encoding
  /** Another one for each encoding, as a strong tag has to be. */
  tag: string
}

/** Encodes texts, and remembers the results by the hash of the text. */
export class Encodings {
  readonly #kept = new Recent<Buffer>(MOST_BYTES)

  async encode(text: string, accepted: string | undefined): Promise<Encoded> {
    const body = Buffer.from(text)
    const digest = hash('sha256', body, 'base64url').slice(0, 27)
    const encoding = body.length < LEAST_LENGTH ? 'identity' : chooseEncoding(accepted, ['br', 'gzip'])
    if (encoding === 'identity') return { body, encoding, tag: `"${digest}"` }
    const key = `${digest}-${encoding}`
    const known = this.#kept.get(key)
    const encoded = known ?? (await compressors[encoding](body))
    if (!known) this.#kept.set(key, encoded, encoded.length)
    return { body: encoded, encoding, tag: `"${key}"` }
  }
}
