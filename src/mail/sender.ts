/** Sends the recorded mails. The table is the queue: a mail is written with what it tells about, and sent after that is committed. */
import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type Transporter } from 'nodemailer'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Listener } from '../database/listen.ts'

export interface SenderParts {
  db: Db
  listener: Listener
  log: FastifyBaseLogger
  /** Absent: mails are only recorded. */
  url: string | undefined
  from: string
}

interface Mail {
  id: string
  recipient: string
  subject: string
  message: string
  attempts: number
}

const MOST_ATTEMPTS = 8
const AT_ONCE = 10
/** A sender that took a mail and died: another tries it after this long. */
const CLAIM = '5 minutes'
const LOOK_EVERY = 10_000

/** Returns what stops it; a mail under way is finished first. */
export function startSender(parts: SenderParts): () => Promise<void> {
  const transport = parts.url === undefined ? undefined : createTransport(parts.url)
  let isStopped = false
  let running: Promise<void> | undefined
  let isWanted = false
  const wake = () => {
    isWanted = true
    running ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        const count = await sendSome(parts, transport).catch((error: unknown) => {
          parts.log.warn({ err: error }, 'mails could not be sent now')
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
    isStopped = true
    forget()
    clearInterval(timer)
    await running
    transport?.close()
  }
}

async function sendSome({ db, log, from }: SenderParts, transport: Transporter | undefined): Promise<number> {
  if (!transport) {
    const rows = await db.query(
      sql`update mails set status = 'recorded' where status = 'pending' returning id`,
    )
    return rows.length
  }
  const mails = await claim(db)
  await Promise.all(
    mails.map(async (mail) => {
      try {
        await transport.sendMail({ ...toMessage(mail, from) })
        await db.query(
          sql`update mails set status = 'sent', sent_at = now(), error = null where id = ${mail.id}`,
        )
      } catch (error) {
        log.warn({ err: error, mail: mail.id }, 'a mail could not be sent')
        await giveBack(db, mail, error as Error)
      }
    }),
  )
  return mails.length
}

/** Takes mails so that no other sender takes them too. */
function claim(db: Db): Promise<Mail[]> {
  return db.query<Mail>(
    sql`update mails set status = 'sending', attempts = attempts + 1, next_try_at = now() + ${CLAIM}::interval
      where id in (select id from mails where status in ('pending', 'sending') and next_try_at <= now()
        order by next_try_at, id limit ${AT_ONCE} for update skip locked)
      returning id, recipient, subject, message, attempts`,
  )
}

/** The same id for every try, so that a mail server can tell a repetition. */
function toMessage({ id, recipient, subject, message }: Mail, from: string) {
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: recipient,
    subject,
    html: message,
    text: toText(message),
    messageId: `<plenum-mail-${id}@${host}>`,
  }
}

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

/** Hands a mail over at once, and fails with what the mail server says. */
export async function sendTestMail(url: string, from: string, to: string): Promise<void> {
  const transport = createTransport(url)
  try {
    await transport.sendMail({ from, to, subject: 'Test mail of Plenum', text: 'Mails of Plenum arrive.' })
  } finally {
    transport.close()
  }
}
