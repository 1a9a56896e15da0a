/**
 * Sends the recorded mails. The table is the queue: a mail is recorded with the change that it reports, and sent after the
 * commit.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Listener } from '../database/listen.ts'
import { toHtml } from '../resources/plain-html.ts'
import type { MailAddresses } from './event-mail.ts'

interface SenderParts {
  db: Db
  listener: Listener
  log: FastifyBaseLogger
  /** Absent: mails are only recorded. */
  url: string | undefined
  from: string
  addresses: MailAddresses
}

interface Mail {
  id: string
  recipient: string
  subject: string
  message: string
  text: string | null
  calendar: string | null
  unsubscribe_token: string | null
  attempts: number
}

const MOST_ATTEMPTS = 8
const AT_ONCE = 10
/** A sender that took a mail and died: another tries it after this long. */
const CLAIM = '5 minutes'
const LOOK_EVERY = 10_000
/**
 * How long (in ms) the sender tries to record that a mail was sent, which is shorter than a claim lasts, and the pause
 * between tries.
 */
const NOTE_FOR = 4 * 60_000
const NOTE_AFTER = 1_000

const UNUSABLE =
  'The mail server in MAIL_URL is not available. Mails stay queued. Run "plenum mail test <e-mail>" for details.'

/** Returns what stops it; a mail under way is finished first. */
export async function startSender(parts: SenderParts): Promise<() => Promise<void>> {
  const transport = parts.url === undefined ? undefined : await openTransport(parts.url)
  // Mails wait for a server that is unreachable, but an administrator should learn of a wrong address at once.
  transport?.verify().catch((error: unknown) => parts.log.warn({ err: error }, UNUSABLE))
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isWanted = false
  const wake = () => {
    isWanted = true
    running ??= (async () => {
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false
        const count = await sendSome(parts, transport, stopping.signal).catch((error: unknown) => {
          parts.log.warn({ err: error }, 'sending mails failed')
          return 0
        })
        if (count > 0) isWanted = true
      }
      running = undefined
    })()
  }
  const forget = parts.listener.on('plenum_mail', wake)
  const timer = setInterval(wake, LOOK_EVERY)
  wake()
  return async () => {
    stopping.abort()
    forget()
    clearInterval(timer)
    await running
    transport?.close()
  }
}

/** The library is loaded only where mails are sent. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(url)
}

async function sendSome(
  parts: SenderParts,
  transport: Transporter | undefined,
  stopping: AbortSignal,
): Promise<number> {
  const { db } = parts
  if (!transport) {
    const rows = await db.query(
      sql`update mails set status = 'recorded' where status = 'pending' returning id`,
    )
    return rows.length
  }
  const mails = await claim(db)
  await Promise.all(mails.map((mail) => send(parts, transport, mail, stopping)))
  return mails.length
}

async function send(
  parts: SenderParts,
  transport: Transporter,
  mail: Mail,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log } = parts
  try {
    await transport.sendMail({ ...toMessage(mail, parts) })
  } catch (error) {
    log.warn({ err: error, mail: mail.id }, 'sending a mail failed')
    return giveBack(db, mail, error as Error)
  }
  await noteSent(db, mail, stopping)
}

/** The mail is out and must not go out again: a database that is away is waited for. */
async function noteSent(db: Db, { id }: Mail, stopping: AbortSignal): Promise<void> {
  const end = performance.now() + NOTE_FOR
  for (;;) {
    try {
      await db.query(sql`update mails set status = 'sent', sent_at = now(), error = null where id = ${id}`)
      return
    } catch (error) {
      if (performance.now() > end || stopping.aborted) throw error
      // When the process is to stop, one more try is all.
      await delay(NOTE_AFTER, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

/** Takes mails so that no other sender takes them too. */
function claim(db: Db): Promise<Mail[]> {
  return db.query<Mail>(
    sql`update mails set status = 'sending', attempts = attempts + 1, next_try_at = now() + ${CLAIM}::interval
      where id in (select id from mails where status in ('pending', 'sending') and next_try_at <= now()
        order by next_try_at, id limit ${AT_ONCE} for update skip locked)
      returning id, recipient, subject, message, text, calendar, unsubscribe_token, attempts`,
  )
}

/** The same id for every try, so that a mail server can recognize a repetition. */
function toMessage(mail: Mail, { from, addresses }: SenderParts) {
  const { id, recipient, subject, message, text, calendar, unsubscribe_token: token } = mail
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const footer =
    token === null ? '' : `\n\n${UNSUBSCRIBE}\n${addresses.frontendUrl}/unsubscribe?token=${token}`
  return {
    from,
    to: recipient,
    subject,
    html: message + toHtml(footer),
    text: (text ?? toText(message)) + footer,
    messageId: `<plenum-mail-${id}@${host}>`,
    ...(token !== null && {
      headers: {
        'List-Unsubscribe': `<${addresses.publicUrl}/v1/unsubscribe/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    ...(calendar !== null && {
      attachments: [
        { filename: 'sessions.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' },
      ],
    }),
  }
}

const UNSUBSCRIBE = 'To get no more mails about the sessions of others at this event:'

function toText(message: string): string {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  return message
    .replace(/<\/p>\s*/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .trim()
}

async function giveBack(db: Db, { id, attempts }: Mail, error: Error): Promise<void> {
  const status = attempts >= MOST_ATTEMPTS || isRefusedForGood(error) ? 'failed' : 'pending'
  const wait = 5 * 2 ** attempts
  await db.query(sql`update mails set status = ${status}, error = ${error.message.slice(0, 500)},
    next_try_at = now() + make_interval(secs => ${wait}) where id = ${id}`)
}

/** The server does not want this recipient. Any other refusal may be the fault of our configuration, which can change. */
function isRefusedForGood(error: Error): boolean {
  const { command, responseCode } = error as Error & { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
}

/** Sends a mail at once; fails with the message of the mail server. */
export async function sendTestMail(url: string, from: string, to: string): Promise<void> {
  const transport = await openTransport(url)
  try {
    await transport.sendMail({ from, to, subject: 'Plenum test mail', text: 'Plenum can send mails.' })
  } finally {
    transport.close()
  }
}
