/** Following a task to its end: by its stream of changes, and by asking again and again where streams do not come through. */
import { NetworkError, TaskError } from './errors.ts'
import { readMessages } from './event-stream.ts'
import { type Http, pauseAfter } from './http.ts'
import type { Routes } from './schema.ts'
import { wait } from './wait.ts'

type Status = Routes['GET /v1/tasks/{id}']['answer']

/** How far a task is: `Importing sessions (12/80)`, and its parts. */
export interface Progress {
  state: string
  step: string
  done?: number
  total?: number
}

export interface FollowOptions {
  onProgress?: (progress: Progress) => void
  /** Stops following; the task itself goes on. */
  signal?: AbortSignal | undefined
  /** Without a sign of life for so long, in ms, the stream is given up and the task polled instead: 20,000 unless said. */
  silence?: number
}

/** The service sends a sign of life every five seconds. */
const SILENCE = 20_000
const BETWEEN_POLLS = 1_000
/** So many failures in a row, with waits that grow from a quarter of a second to eight, are a good minute. */
const MOST_FAILURES = 12
const LONGEST_WAIT = 8_000

/** Answers the result of the task, or fails with a `TaskError` that says what went wrong. */
export async function followTask<R>(http: Http, taskUrl: string, options: FollowOptions): Promise<R> {
  let shown = ''
  let streams = true
  for (let failures = 0; ; ) {
    try {
      const statuses = streams ? streamOf(http, taskUrl, options) : pollOf(http, taskUrl, options)
      for await (const status of statuses) {
        failures = 0
        if ('result' in status) return endOf(taskUrl, status)
        if (status.state !== shown) options.onProgress?.(progressOf(status.state))
        shown = status.state
      }
      // A stream that ended early, or a poll.
      await wait(BETWEEN_POLLS, options.signal)
    } catch (error) {
      if (error instanceof NoStream) streams = false
      else {
        const pause = ++failures < MOST_FAILURES ? pauseAfter(error, failures) : undefined
        if (pause === undefined) throw error
        await wait(Math.min(pause, LONGEST_WAIT), options.signal)
      }
    }
  }
}

/** Something between client and service holds streams back. */
class NoStream extends Error {}

async function* pollOf(http: Http, taskUrl: string, { signal }: FollowOptions): AsyncGenerator<Status> {
  yield await http.json<Status>('GET', taskUrl, { signal })
}

async function* streamOf(http: Http, taskUrl: string, options: FollowOptions): AsyncGenerator<Status> {
  const { signal, silence: longest = SILENCE } = options
  const silence = new AbortController()
  const ends = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
  let timer = setTimeout(() => silence.abort(), longest)
  const alive = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), longest)
      controller.enqueue(chunk)
    },
  })
  try {
    const response = await http.stream(taskUrl, 'text/event-stream', ends)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new NoStream()
    yield* readMessages<Status>(response.body!.pipeThrough(alive))
  } catch (cause) {
    signal?.throwIfAborted()
    if (silence.signal.aborted) throw new NoStream()
    throw cause instanceof TypeError ? new NetworkError('The stream of the task broke.', { cause }) : cause
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

function progressOf(state: string): Progress {
  const [, step, done, total] = /^(.*) \((\d+)\/(\d+)\)$/.exec(state) ?? []
  return step === undefined
    ? { state, step: state }
    : { state, step, done: Number(done), total: Number(total) }
}

/** An export says why it failed in `result.result`, the others in `result`. */
function endOf<R>(taskUrl: string, { state, result }: Status): R {
  if (state === 'SUCCESS') return result as R
  const text = typeof result === 'object' ? (result as { result?: unknown } | null)?.result : result
  throw new TaskError(taskUrl, state, typeof text === 'string' ? text : `The task ended as ${state}.`)
}
