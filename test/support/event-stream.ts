import type { Json } from './service.ts'

export interface EventStream {
  type: string | null
  /** The status with this state, as soon as it is told. */
  until(state: string): Promise<Json>
  /** All statuses, when the stream has ended. */
  end(): Promise<Json[]>
}

/** Follows a task over a real connection, as a browser does. */
export async function follow(address: string, taskUrl: string): Promise<EventStream> {
  const response = await fetch(`${address}${taskUrl}`, {
    headers: { accept: 'text/event-stream' },
    signal: AbortSignal.timeout(60_000),
  })
  const statuses: Json[] = []
  const messages = readMessages(response.body!)
  const next = async () => {
    const { value, done } = await messages.next()
    if (!done) statuses.push(value)
    return !done
  }
  return {
    type: response.headers.get('content-type'),
    async until(state) {
      for (;;) {
        const found = statuses.find((status) => status.state === state)
        if (found) return found
        if (!(await next())) throw new Error(`${state} was not told, but ${JSON.stringify(statuses)}`)
      }
    },
    async end() {
      while (await next());
      return statuses
    },
  }
}

async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Json> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const messages = (text + chunk).split('\n\n')
    text = messages.pop()!
    for (const message of messages) if (message.startsWith('data: ')) yield JSON.parse(message.slice(6))
  }
}
