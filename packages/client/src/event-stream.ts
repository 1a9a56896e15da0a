/** The messages of a stream of server-sent events, each as the JSON that it holds. */
export async function* readMessages<M>(body: ReadableStream<Uint8Array>): AsyncGenerator<M, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const messages = text.split(/\r?\n\r?\n/)
      text = messages.pop()!
      for (const message of messages) {
        const data = dataOf(message)
        if (data !== '') yield JSON.parse(data)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function dataOf(message: string): string {
  const lines = message.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines.map((line) => line.slice(5).trim()).join('\n')
}
