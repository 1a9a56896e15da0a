/** One session: what it is about, when and where, and who speaks. */

import type { Site } from '../../../../src/pages/contract.ts'
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { type Page, type PageContext, type Shown, useAround, useLink } from '../context.ts'
import { EventFrame, type Framed, readFrame } from '../parts/event-frame.tsx'
import { networkName } from '../parts/networks.ts'
import { Person } from '../parts/person.tsx'
import { Prose, plainText } from '../parts/prose.tsx'
import { isWebAddress, SafeLink } from '../parts/safe-link.tsx'
import { sessionData } from '../parts/session-data.ts'
import { DAY_AND_TIME, When, zoneText } from '../parts/times.tsx'
import { colorStyles, TrackName } from '../parts/track.tsx'

const INCLUDED = ['event', 'track', 'microlocation', 'sessionType', 'speakers'] as const
export type WholeSession = RecordOf<'session', (typeof INCLUDED)[number]>

export async function sessionPage({ client, params, site }: PageContext): Promise<Shown | undefined> {
  const frame = await readFrame(client, params.identifier!)
  const session = await client.sessions.get(params.id!, { include: INCLUDED })
  if (session.event?.id !== frame.event.id) return undefined
  const { track } = session
  return {
    title: `${session.title} · ${frame.event.name}`,
    description: plainText(session.shortAbstract || session.longAbstract),
    canonical: `/events/${frame.event.identifier}/sessions/${session.id}`,
    styles: colorStyles(site, track ? [{ color: track.color.slice(1) }] : []),
    data: sessionData(session, frame.event, site.publicUrl),
    body: <Session frame={frame} session={session} calendar={await calendarOf(site, session.id)} />,
  }
}

/** The short way, from an id alone. */
export const shortSessionPage: Page = async ({ client, params }) => {
  const { event, id } = await client.sessions.get(params.id!, { include: ['event'] })
  return { location: `/events/${event!.identifier}/sessions/${id}` }
}

/** Only what is in the schedule has a calendar. */
async function calendarOf(site: Site, id: string): Promise<string | undefined> {
  const path = `/v1/sessions/${id}.ics`
  const { ok } = await site.fetch(site.publicUrl + path)
  return ok ? path : undefined
}

interface SessionProps {
  frame: Framed
  session: WholeSession
  /** Where calendars read it. */
  calendar: string | undefined
}

function Session({ frame, session, calendar }: SessionProps) {
  const { words } = useAround()
  const link = useLink()
  const { shortAbstract, longAbstract, speakers, subtitle, title } = session
  const { identifier } = frame.event
  const hasText = !!(shortAbstract?.trim() || longAbstract?.trim())
  return (
    <EventFrame {...frame}>
      <article className="wide columns">
        <header className="article-head">
          <h1>{title}</h1>
          {subtitle && <p className="subtitle">{subtitle}</p>}
        </header>
        <aside className="side-column" aria-label={words('session.facts')}>
          <Facts frame={frame} session={session} />
          {calendar && (
            <p>
              <a className="button" href={link(calendar)}>
                {words('session.calendar')}
              </a>
            </p>
          )}
        </aside>
        <div className="main-column">
          {hasText ? (
            <div>
              <Prose text={shortAbstract} />
              {longAbstract !== shortAbstract && <Prose text={longAbstract} />}
            </div>
          ) : (
            <p className="quiet">{words('session.noAbstract')}</p>
          )}
          {speakers.length > 0 && (
            <section aria-labelledby="speakers">
              <h2 id="speakers">{words('event.speakers')}</h2>
              <ul className="people">
                {speakers.map((speaker) => (
                  <li key={speaker.id}>
                    <Person
                      speaker={speaker}
                      link={link(`/events/${identifier}/speakers/${speaker.id}`)}
                      heading={(name) => <h3>{name}</h3>}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className="side-column more">
          <Links session={session} />
        </div>
      </article>
    </EventFrame>
  )
}

function Facts({ frame: { event }, session }: { frame: Framed; session: WholeSession }) {
  const { words } = useAround()
  const { startsAt, endsAt, microlocation, track, sessionType, level, language } = session
  const { timezone } = event
  const facts = [
    [words('session.room'), microlocation?.name],
    [words('session.type'), sessionType?.name],
    [words('session.level'), level && words.or(`choice.${level}`, level)],
    [words('session.language'), language && languageName(words.locale, language)],
  ] as const
  return (
    <dl className="facts">
      <div>
        <dt>{words('event.when')}</dt>
        <dd>
          {startsAt ? (
            <>
              <When startsAt={startsAt} endsAt={endsAt} timezone={timezone} options={DAY_AND_TIME} />
              <span className="quiet block">{zoneText(words.locale, timezone, startsAt)}</span>
            </>
          ) : (
            words('session.unscheduled')
          )}
        </dd>
      </div>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
      {track && (
        <div>
          <dt>{words('session.track')}</dt>
          <dd>
            <TrackName track={{ name: track.name, color: track.color.slice(1) }} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** `English` for `en`; what is no code stays as it is. */
function languageName(locale: string, language: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(language) ?? language
  } catch {
    return language
  }
}

const NETWORKS = [
  'website',
  'mastodon',
  'github',
  'gitlab',
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
] as const

function Links({ session }: { session: WholeSession }) {
  const { words } = useAround()
  const files = (session.slides ?? []) as { name?: string; link?: string }[]
  const all = [
    [words('session.slides'), session.slidesUrl],
    ...files.map(({ name, link }) => [name ?? words('session.slides'), link]),
    [words('session.video'), session.videoUrl],
    [words('session.audio'), session.audioUrl],
    [words('session.signup'), session.signupUrl],
    ...NETWORKS.map((name) => [
      name === 'website' ? words('event.website') : networkName(name),
      session[name],
    ]),
  ].filter((pair): pair is [string, string] => isWebAddress(pair[1]))
  if (all.length === 0) return null
  return (
    <section aria-labelledby="links">
      <h2 id="links">{words('event.links')}</h2>
      <ul className="links">
        {all.map(([name, url]) => (
          <li key={`${name} ${url}`}>
            <SafeLink url={url}>{name}</SafeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
