/** The occasions with their default texts, and what a text looks like when it is filled in. */
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Identify } from '../access/logins.ts'
import type { Db } from '../database/connect.ts'
import { UnprocessableError } from '../errors.ts'
import type { Model } from '../jsonapi/model.ts'
import { demandRecord } from '../jsonapi/permission.ts'
import { named } from '../mail/named.ts'
import { fill, type Template, templateOf, toMessage, type Values } from '../mail/templates.ts'
import {
  faultIn,
  OCCASION_NAMES,
  OCCASIONS,
  type OccasionName,
  PLACEHOLDERS,
} from '../resources/mail-occasions.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { readMembers } from '../web/members.ts'
import { members } from '../web/route-doc.ts'

interface TemplateParts {
  db: Db
  identify: Identify
  event: Model
  frontendUrl: string
}

const TEXT = { type: 'string' }
const OCCASION = { type: 'string', enum: OCCASION_NAMES }

export function addTemplateRoutes(app: FastifyInstance, parts: TemplateParts): void {
  for (const route of [occasionsRoute(), previewRoute(parts)]) addRoute(app, parts.identify, route)
}

function occasionsRoute(): GuardedRoute {
  const placeholder = members({ name: TEXT, meaning: TEXT })
  const occasions = OCCASION_NAMES.map((occasion) => {
    const { about, placeholders, subject, text } = OCCASIONS[occasion]
    const meanings = placeholders.map((name) => ({ name, meaning: PLACEHOLDERS[name] }))
    return { occasion, about, placeholders: meanings, subject, text }
  })
  return {
    method: 'GET',
    url: '/v1/mail-occasions',
    access: 'all',
    scope: 'any',
    doc: {
      summary: 'List the occasions of mails with their placeholders and default texts',
      answer: {
        type: 'array',
        items: members({
          occasion: OCCASION,
          about: TEXT,
          placeholders: { type: 'array', items: placeholder },
          subject: TEXT,
          text: TEXT,
        }),
      },
    },
    handler: () => occasions,
  }
}

function previewRoute({ db, identify: _, event, frontendUrl }: TemplateParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/events/:id/mail-templates/preview',
    access: 'coorganizer',
    scope: 'mail-template:write',
    doc: {
      summary: 'Show the mail of an occasion with example values',
      body: members({ occasion: OCCASION, subject: TEXT, text: TEXT }, ['occasion']),
      answer: members({ subject: TEXT, text: TEXT, html: TEXT }),
      example: { body: { occasion: 'session_accepted' } },
    },
    async handler(request, _reply, caller) {
      const { id } = request.params as { id: string }
      const row = await demandRecord({ db, caller }, event, id, 'coorganizer')
      const { occasion, subject, text } = readMembers(request.body)
      demandOccasion(occasion)
      const saved = await templateOf(db, row.id as string, occasion)
      const template = { ...saved, ...sentTexts(occasion, { subject, text }) }
      const values = await exampleValues(
        db,
        row as { id: string; name: string; identifier: string },
        frontendUrl,
      )
      const { message, ...filled } = toMessage(occasion, fill(template, values))
      return { subject: filled.subject, text: filled.text, html: message }
    },
  }
}

function demandOccasion(occasion: unknown): asserts occasion is OccasionName {
  if (!OCCASION_NAMES.includes(occasion as OccasionName))
    throw UnprocessableError.at('/occasion', `occasion must be one of ${OCCASION_NAMES.join(', ')}`)
}

const MOST = { subject: 200, text: 10_000 }

/** What was sent instead of the saved texts. */
function sentTexts(occasion: OccasionName, sent: Record<keyof typeof MOST, unknown>): Partial<Template> {
  const own: Partial<Template> = {}
  for (const name of ['subject', 'text'] as const) {
    const value = sent[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string' || value.length > MOST[name])
      throw UnprocessableError.at(`/${name}`, `${name} must be a string of at most ${MOST[name]} characters`)
    const fault = faultIn(value, occasion)
    if (fault) throw UnprocessableError.at(`/${name}`, `${name} ${fault}`)
    Object.assign(own, { [name]: value, isOwn: true })
  }
  return own
}

/** A session of the event, if it has one, and otherwise what could be there. */
async function exampleValues(
  db: Db,
  { id, name, identifier }: { id: string; name: string; identifier: string },
  frontendUrl: string,
): Promise<Values> {
  const [session] = await db.query<{ id: string; title: string }>(
    sql`select id, title from sessions where event_id = ${id} and deleted_at is null order by id limit 1`,
  )
  const title = named(session?.title ?? 'How to brew tea')
  const slot = '2030-05-01, 10:00 to 10:45 (UTC), Great Hall'
  return {
    name: 'Ada Lovelace',
    event: named(name),
    title,
    decision: 'accepted',
    reason: 'The programme team liked the clear outline.',
    slot,
    changes: `Scheduled: ${title}: ${slot}`,
    link: `${frontendUrl}/events/${identifier}/propose?proposal=${session?.id ?? '1'}`,
  }
}
