/** The addresses that apps and calendar programs read. */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { identifyReader } from '../access/feed-tokens.ts'
import type { Identify } from '../access/logins.ts'
import type { Db } from '../database/connect.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import type { Model } from '../jsonapi/model.ts'
import type { FeedFormat } from '../resources/feed-address.ts'
import { sendAnswer } from '../web/answer.ts'
import { addRoute } from '../web/guard.ts'
import type { Answer } from '../web/kept-reads.ts'
import type { RouteDoc } from '../web/route-doc.ts'
import { type FeedParts, FORMATS } from './feed.ts'
import { type Feed, Feeds } from './feeds.ts'
import type { Place } from './find-programme.ts'
import { personalCalendar } from './personal-feed.ts'

const NAMES: Record<FeedFormat, string> = {
  json: 'in the frab format, as JSON',
  xml: 'in the frab format, as XML',
  ics: 'as iCalendar',
  xcal: 'as xCal',
}

const RELEASE = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'The version of a release, `latest`, or `live` for the present state (coorganizers and up).',
}

const TOKEN = {
  type: 'string',
  description: 'The secret of a feed token, for calendar programs that cannot log in.',
}

interface FeedRoutes {
  feeds: Feeds
  identify: Identify
}

interface RouteParts {
  db: Db
  event: Model
  identify: Identify
}

export function addFeedRoutes(
  app: FastifyInstance,
  { db, event, identify }: RouteParts,
  own: FeedParts,
): void {
  const parts = { feeds: new Feeds(db, event, own), identify: identifyReader(db, identify) }
  for (const format of Object.keys(FORMATS) as FeedFormat[])
    addFeedRoute(app, parts, {
      url: `/v1/events/:id/schedule.${format}`,
      format,
      summary: `Read the schedule of an event ${NAMES[format]}`,
      placeOf: (event) => ({ event }),
    })
  addFeedRoute(app, parts, {
    url: '/v1/sessions/:id.ics',
    format: 'ics',
    summary: 'Read a session of the schedule as iCalendar',
    placeOf: (session) => ({ session }),
  })
  addFeedRoute(app, parts, {
    url: '/v1/speakers/:id.ics',
    format: 'ics',
    summary: 'Read the sessions of a speaker as iCalendar',
    placeOf: (speaker) => ({ speaker }),
  })
  addPersonalFeed(app, parts, { db, own })
}

/** Of oneself only; administrators have no reason to read the calendars of others. */
function addPersonalFeed(
  app: FastifyInstance,
  { feeds, identify }: FeedRoutes,
  { db, own }: { db: Db; own: FeedParts },
): void {
  addRoute(app, identify, {
    method: 'GET',
    url: '/v1/users/:id/schedule.ics',
    access: 'user',
    scope: 'session:read',
    doc: {
      summary: 'Read your favourites and your own talks as iCalendar',
      query: { token: TOKEN },
      media: ['text/calendar'],
    },
    handler: async (request, reply, caller) => {
      if ((request.params as { id: string }).id !== caller!.id) throw new NotFoundError()
      const body = Buffer.from(await personalCalendar(db, feeds, caller!, own))
      const headers = { 'content-type': FORMATS.ics.mediaTypes[0], 'cache-control': 'private, max-age=60' }
      const tag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
      return sendAnswer(request, reply, { headers, tag, body })
    },
  })
}

interface FeedRoute {
  url: string
  format: FeedFormat
  summary: string
  placeOf(id: string): Place
}

function addFeedRoute(
  app: FastifyInstance,
  { feeds, identify }: FeedRoutes,
  { url, format, summary, placeOf }: FeedRoute,
): void {
  const doc: RouteDoc = {
    summary,
    query: { release: RELEASE, token: TOKEN },
    media: FORMATS[format].mediaTypes.map((type) => type.split(';')[0]!),
  }
  addRoute(app, identify, {
    method: 'GET',
    url,
    access: 'visible',
    scope: 'session:read',
    isKept: true,
    doc,
    handler: async (request, reply, caller) => {
      const place = placeOf((request.params as { id: string }).id)
      const release = releaseIn(request)
      const feed = await feeds.find({ place, release, caller }, format, mediaTypeFor(request, format))
      return sendAnswer(request, reply, answerOf(feed, caller))
    },
  })
}

function releaseIn({ query }: FastifyRequest): string {
  const { release = 'latest' } = query as Record<string, unknown>
  if (typeof release === 'string' && release.length >= 1 && release.length <= 100) return release
  throw new BadRequestError('release must be the version of a release, latest or live.', {
    parameter: 'release',
  })
}

/** The special type only for who asks for it: most programs know the general one. */
function mediaTypeFor({ headers }: FastifyRequest, format: FeedFormat): string {
  const [usual, ...special] = FORMATS[format].mediaTypes
  const accepted = (headers.accept ?? '').split(',').map((range) => range.split(';')[0]!.trim().toLowerCase())
  return special.find((type) => accepted.includes(type)) ?? usual
}

function answerOf({ tag, changedAt, mediaType, body }: Feed, caller: Caller | undefined): Answer {
  const headers = {
    'content-type': mediaType,
    'last-modified': new Date(changedAt).toUTCString(),
    'cache-control': `${caller ? 'private' : 'public'}, max-age=60`,
  }
  return { headers, tag, body }
}
