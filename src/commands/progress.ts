import type { WriteStream } from 'node:tty'

/** Shows the progress of a command: a bar on a terminal, lines in a pipe. */
export interface Progress {
  /** The share is between 0 and 1; without it the end is not known. */
  show(text: string, share?: number): void
  /** Takes the bar away. */
  clear(): void
}

const WIDTH = 24
const REDRAW_AFTER = 80
const LINE_AFTER = 2_000

export const noProgress: Progress = { show() {}, clear() {} }

export function makeProgress(stream: WriteStream): Progress {
  return stream.isTTY ? bar(stream) : lines(stream)
}

function bar(stream: WriteStream): Progress {
  let drawn = 0
  return {
    show(text, share) {
      const now = performance.now()
      if (now - drawn < REDRAW_AFTER && share !== 1) return
      drawn = now
      const filled = Math.round((share ?? 0) * WIDTH)
      const head = share === undefined ? '' : `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} `
      stream.write(`\r\u001b[2K${(head + text).slice(0, (stream.columns || 80) - 1)}`)
    },
    clear() {
      if (drawn > 0) stream.write('\r\u001b[2K')
      drawn = 0
    },
  }
}

/** Writes a line for each new step; a step that only counts up is repeated now and then. */
function lines(stream: NodeJS.WritableStream): Progress {
  let step = ''
  let told = 0
  return {
    show(text) {
      const now = performance.now()
      const next = text.replace(/\(.*\)/, '')
      if (next === step && now - told < LINE_AFTER) return
      step = next
      told = now
      stream.write(`${text}\n`)
    },
    clear() {},
  }
}

/** Passes the chunks on and reports how many bytes they have. */
export async function* counted(
  content: AsyncIterable<Buffer>,
  progress: Progress,
  text: string,
  size?: number,
): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const chunk of content) {
    sent += chunk.length
    progress.show(`${text} (${megabytes(sent)})`, size ? sent / size : undefined)
    yield chunk
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
