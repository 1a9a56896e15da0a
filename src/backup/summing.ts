import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { Sum } from './manifest.ts'

const LINE_END = 10

interface Summing {
  stream: Readable
  /** When all has passed. A row of a table is a line. */
  sum(): Sum & { rows: number }
}

/** Passes a stream on and reckons its sums. */
export function summing(content: Readable, seen: (bytes: number) => void = () => {}): Summing {
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows++
      seen(chunk.length)
      done(null, chunk)
    },
  })
  content.on('error', (error) => stream.destroy(error))
  stream.on('close', () => content.destroy())
  content.pipe(stream)
  return { stream, sum: () => ({ bytes, sha256: hash.digest('hex'), rows }) }
}
