/** A real mail server that keeps what it receives. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  subject: string
  id: string
  /** The headers, each on one line. */
  head: string
  /** The part in plain text. */
  text: string
  html: string
  /** The attached calendar, if there is one. */
  calendar?: string
}

export interface MailServer {
  url: string
  received: Received[]
  /** Answers with this code to mails for this address, this many times. */
  refuse(address: string, code: number, times: number): void
  /** Waits for the mails to this address until there are so many. */
  until(address: string, count: number): Promise<Received[]>
}

/** Starts one that ends with the test file. */
export async function startMailServer(): Promise<MailServer> {
  const server = await runMailServer()
  after(() => server.close())
  return server
}

export async function runMailServer(): Promise<MailServer & { close(): Promise<void> }> {
  const received: Received[] = []
  const refusals = new Map<string, { code: number; times: number }>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address)
      if (!refusal || refusal.times-- <= 0) return done()
      done(Object.assign(new Error('not now'), { responseCode: refusal.code }))
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      const keep = (mail: string) => received.push({ to, ...parse(mail) })
      // Half a mail, of a client that is killed meanwhile, counts as none.
      text(stream)
        .then(keep)
        .then(() => done(), done)
    },
  })
  // Connections of clients that are killed.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const mailsFor = (address: string) => received.filter(({ to }) => to.includes(address))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    refuse: (address, code, times) => refusals.set(address, { code, times }),
    async until(address, count) {
      const end = Date.now() + 30_000
      while (mailsFor(address).length < count) {
        if (Date.now() > end)
          throw new Error(`${mailsFor(address).length} of ${count} mails for ${address} came`)
        await delay(20)
      }
      return mailsFor(address)
    },
  }
}

function parse(mail: string): Omit<Received, 'to'> {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const header = (name: string) =>
    headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  // With an attachment, the texts are parts of a part.
  const boundaries = [...mail.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => boundary!)
  const parts = boundaries.reduce(
    (all, boundary) => all.flatMap((one) => one.split(`--${boundary}`)),
    [rest.join('\r\n\r\n')],
  )
  const find = (type: string) => parts.find((one) => one.trim().startsWith(`Content-Type: ${type}`))
  const part = (type: string) => decode(find(type)!)
  const calendar = find('text/calendar')
  return {
    from: header('from'),
    subject: header('subject'),
    id: header('message-id'),
    head: headers.join('\n'),
    text: part('text/plain'),
    html: part('text/html'),
    ...(calendar && { calendar: decode(calendar) }),
  }
}

function decode(part: string): string {
  const [head = '', ...body] = part.trim().split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return text.replaceAll('\r\n', '\n')
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
