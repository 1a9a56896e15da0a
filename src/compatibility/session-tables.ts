/** What the front end shows of the states of a session: the moves, the mails, and sending one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Caller, MANAGER } from '../access/caller.ts'
import { countedMail } from '../access/counted-mail.ts'
import { type Fault, UnprocessableError } from '../errors.ts'
import type { Model } from '../jsonapi/model.ts'
import { demandRecord } from '../jsonapi/permission.ts'
import { isAnnounced, tellState } from '../mail/session-news.ts'
import { OCCASIONS, OTHER_STATE } from '../resources/mail-occasions.ts'
import { toHtml } from '../resources/plain-html.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { members } from '../web/route-doc.ts'
import type { FrontEndParts } from './parts.ts'

const TEXT = { type: 'string' }
const byState = (answer: object) => ({ type: 'object', additionalProperties: answer })

export function addSessionTableRoutes(app: FastifyInstance, parts: FrontEndParts): void {
  const session = parts.models.get('session')!
  const moves = movesOf(session)
  for (const route of [
    statesRoute(moves),
    mailsRoute(mailsOf(moves.organizer!)),
    notifyRoute(parts, session),
  ])
    addRoute(app, parts.identify, route)
}

function statesRoute(moves: Moves): GuardedRoute {
  const allowed = byState(byState({ const: true }))
  return {
    method: 'GET',
    url: '/v1/sessions/states',
    access: 'all',
    scope: 'any',
    doc: {
      summary: 'Get the allowed changes of session states',
      answer: members({ organizer: allowed, speaker: allowed }),
    },
    handler: () => moves,
  }
}

function mailsRoute(mails: Record<string, object>): GuardedRoute {
  return {
    method: 'GET',
    url: '/v1/sessions/mails',
    access: 'all',
    scope: 'any',
    doc: {
      summary: 'Get the default mail for each session state',
      answer: byState(members({ subject: TEXT, message: TEXT, recipient: TEXT })),
    },
    handler: () => mails,
  }
}

function notifyRoute(parts: FrontEndParts, session: Model): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/sessions/:id/notify',
    access: MANAGER,
    scope: 'session:write',
    doc: {
      summary: 'Notify the speakers of the session state',
      body: { type: 'object' },
      isBodyOptional: true,
      answer: members({ success: { const: true } }),
    },
    handler: (request, _reply, caller) => notify(parts, session, request, caller!),
  }
}

type Moves = Record<string, Record<string, Record<string, true>>>

/** As declared. The front end calls the authors of a session speakers. */
function movesOf({ attributes }: Model): Moves {
  const { moves } = attributes.get('state')!.field.transitions!
  const toFlags = (next: string[]) => Object.fromEntries(next.map((state) => [state, true as const]))
  return Object.fromEntries(
    moves.map(({ by, from }) => [
      by === 'author' ? 'speaker' : by,
      Object.fromEntries(Object.entries(from).map(([state, next]) => [state, toFlags(next)])),
    ]),
  )
}

/** With placeholders instead of the values in a real mail. */
function mailsOf(states: object): Record<string, object> {
  return Object.fromEntries(
    Object.keys(states).map((state) => {
      const { subject, text } = isAnnounced(state) ? OCCASIONS[`session_${state}`] : OTHER_STATE
      return [state, { subject, message: toHtml(text), recipient: 'Speakers' }]
    }),
  )
}

async function notify(
  { db, addresses }: FrontEndParts,
  session: Model,
  request: FastifyRequest,
  caller: Caller,
): Promise<{ success: true }> {
  demandDefaultText(request.body)
  const { id } = request.params as { id: string }
  const row = await demandRecord({ db, caller }, session, id, MANAGER)
  await db.transaction((tx) =>
    tellState({ tx, session: row, addresses, send: countedMail(tx, caller) }, 'speakers'),
  )
  return { success: true }
}

/** Anyone can make an event and a speaker with the address of someone else, so the text is always ours. */
function demandDefaultText(body: unknown): void {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const faults = ['subject', 'message', 'bcc']
    .filter((name) => sent[name] != null && sent[name] !== '')
    .map((name): Fault => {
      const detail = `${name} cannot be set: the speakers get the default mail`
      return { detail, source: { pointer: `/${name}` } }
    })
  if (faults.length > 0) throw new UnprocessableError(faults)
}
