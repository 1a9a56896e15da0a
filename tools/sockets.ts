/** Requests as bytes on a connection, for what no client library sends. */
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Whatever was sent before the last answer, such as `100 Continue`, by its status. */
export interface Conversation extends RawAnswer {
  before: number[]
}

const open = new Set<Socket>()
after(() => {
  for (const socket of open) socket.destroy()
})

export function openSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  // The service may cut the connection while more is on its way.
  socket.on('error', () => {})
  open.add(socket)
  socket.once('close', () => open.delete(socket))
  return socket
}

export function headOf(first: string, ...headers: string[]): string {
  return [`${first} HTTP/1.1`, 'Host: plenum.test', ...headers, '', ''].join('\r\n')
}

/** Reads until a whole answer has come, whether or not the connection stays open. */
export function readAnswer(socket: Socket): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    let text = ''
    const before: number[] = []
    const read = (chunk: Buffer | string) => {
      text += chunk.toString('latin1')
      for (let found = parse(text); found; found = parse(text)) {
        text = text.slice(found.length)
        if (found.status >= 200) {
          socket.off('data', read)
          const { length: _, ...answer } = found
          return resolve({ ...answer, before })
        }
        before.push(found.status)
      }
    }
    socket.on('data', read)
    socket.once('close', () => reject(new Error(`The connection ended with: ${text.slice(0, 200)}`)))
  })
}

function parse(text: string): (RawAnswer & { length: number }) | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (text.length < length) return undefined
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4, length), length }
}
