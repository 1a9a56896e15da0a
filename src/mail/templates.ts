/** Fills the text for an occasion: that of the event, or the default. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { OCCASIONS, type OccasionName, PLACEHOLDER, type Placeholder } from '../resources/mail-occasions.ts'
import { toHtml } from '../resources/plain-html.ts'
import type { Message } from './messages.ts'

export interface Template {
  subject: string
  text: string
  /** Organizers wrote it. */
  isOwn: boolean
}

export type Values = Partial<Record<Placeholder, string>>

/** What is filled in; anything else about the mail is up to its occasion. */
export interface Filled {
  subject: string
  text: string
}

export function defaultTemplate(occasion: OccasionName): Template {
  const { subject, text } = OCCASIONS[occasion]
  return { subject, text, isOwn: false }
}

export async function templateOf(db: Db, eventId: string, occasion: OccasionName): Promise<Template> {
  const [own] = await db.query<{ subject: string; text: string }>(
    sql`select subject, text from mail_templates where event_id = ${eventId} and occasion = ${occasion}`,
  )
  return own ? { ...own, isOwn: true } : defaultTemplate(occasion)
}

const MOST_IN_SUBJECT = 250

/** A value cannot break out of the subject line, and what it holds is never read as a placeholder. */
export function fill({ subject, text, isOwn }: Template, values: Values): Filled {
  const paragraphs = text.replaceAll('\r', '').split(/\n[^\S\n]*\n/)
  const filled = paragraphs.filter((one) => !isEmptied(one, values)).map((one) => replace(one, values).trim())
  const footer = isOwn ? [ownWords(values.event ?? '')] : []
  return {
    subject: toLine(replace(subject, values)),
    text: [...filled.filter((one) => one !== ''), ...footer].join('\n\n'),
  }
}

/** The mail of a filled text. */
export function toMessage(action: string, { subject, text }: Filled): Message {
  return { action, subject, text, message: toHtml(text) }
}

function ownWords(event: string): string {
  return `The organizers of ${event} wrote this text.`
}

/** Nothing but placeholders without a value says something: the paragraph would be half a sentence. */
function isEmptied(paragraph: string, values: Values): boolean {
  const names = [...paragraph.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? [])
  return names.length > 0 && names.every((name) => (values[name as Placeholder] ?? '') === '')
}

function replace(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (part, name: string | undefined) => {
    if (part === '{{' || part === '}}') return part[0]!
    return name === undefined ? part : (values[name as Placeholder] ?? '')
  })
}

function toLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > MOST_IN_SUBJECT ? `${line.slice(0, MOST_IN_SUBJECT - 1)}…` : line
}
