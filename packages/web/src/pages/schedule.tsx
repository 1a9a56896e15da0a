/** The schedule: on wide screens a table of times and rooms for each day, on narrow ones a list. */
import { type FeedFormat, feedPath } from '../../../../src/resources/feed-address.ts'
import { type PageContext, type Shown, useAround, useLink } from '../context.ts'
import { DayTable, noon } from '../parts/day-table.tsx'
import { EventFrame, type Framed, readFrame } from '../parts/event-frame.tsx'
import { type Day, type Programme, readProgramme, type Track } from '../parts/programme.ts'
import { formatOf, WEEKDAY, zoneText } from '../parts/times.tsx'
import { colorClass, colorStyles } from '../parts/track.tsx'

/** With more sessions, each day has a page of its own. */
const MOST_SESSIONS = 1_000

interface Schedule {
  frame: Framed
  programme: Programme
  shown: Day[]
  track: Track | undefined
}

type Found = Shown | { location: string }

export async function schedulePage({ client, params, query, site, words }: PageContext): Promise<Found> {
  const frame = await readFrame(client, params.identifier!)
  const programme = await readProgramme(site, frame.event.identifier)
  const [trackName, date] = [query.get('track'), query.get('day')]
  const track = programme.tracks.find(({ name }) => name === trackName)
  const day = programme.days.find((day) => day.date === date)
  // Of what is not there, or no longer: the whole schedule.
  if ((trackName && !track) || (date && !day))
    return { location: `/events/${frame.event.identifier}/schedule` }
  const schedule = { frame, programme, track, shown: shownDays(programme, day, track) }
  return {
    title: `${words('event.schedule')} · ${frame.event.name}`,
    description: words('schedule.description', { event: frame.event.name }),
    canonical: `/events/${frame.event.identifier}/schedule`,
    styles: colorStyles(site, programme.tracks),
    body: <SchedulePage {...schedule} />,
  }
}

function shownDays({ days }: Programme, day: Day | undefined, track: Track | undefined): Day[] {
  const all = days.reduce((sum, { sessions }) => sum + sessions.length, 0)
  const wanted = day ?? (all > MOST_SESSIONS ? days[0] : undefined)
  return (wanted ? [wanted] : days).map((day) => (track ? ofTrack(day, track) : day))
}

function ofTrack(day: Day, track: Track): Day {
  const sessions = day.sessions.filter((session) => session.track === track)
  return {
    ...day,
    sessions,
    rooms: day.rooms.filter((room) => sessions.some((session) => session.room === room)),
  }
}

function SchedulePage({ frame, programme, shown, track }: Schedule) {
  const { words } = useAround()
  const { event } = frame
  const from = event.startsAt
  return (
    <EventFrame {...frame} current="schedule">
      <div className="wide schedule-head">
        <h1>{words('event.schedule')}</h1>
        {programme.days.length === 0 ? (
          <p className="nothing">{words('schedule.none')}</p>
        ) : (
          <>
            <p className="quiet">
              {words('event.timesIn', { zone: zoneText(words.locale, event.timezone, from) })}
            </p>
            <DayLinks identifier={event.identifier} days={programme.days} shown={shown} track={track} />
            <TrackLinks identifier={event.identifier} tracks={programme.tracks} current={track} />
          </>
        )}
      </div>
      {shown.map((day) => (
        <DayTable key={day.date} day={day} timezone={event.timezone} identifier={event.identifier} />
      ))}
      {programme.days.length > 0 && <Feeds identifier={event.identifier} />}
    </EventFrame>
  )
}

/** For calendars and apps. */
function Feeds({ identifier }: { identifier: string }) {
  const { words } = useAround()
  const link = useLink()
  const feeds: [FeedFormat, string][] = [
    ['ics', 'iCalendar'],
    ['xcal', 'xCal'],
    ['json', 'JSON'],
    ['xml', 'XML'],
  ]
  return (
    <section className="wide feeds" aria-labelledby="feeds">
      <h2 id="feeds">{words('schedule.subscribe')}</h2>
      <ul className="links inline">
        {feeds.map(([format, name]) => (
          <li key={format}>
            <a href={link(feedPath(identifier, format))}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DayLinksProps {
  identifier: string
  days: Day[]
  shown: Day[]
  track: Track | undefined
}

function DayLinks({ identifier, days, shown, track }: DayLinksProps) {
  const { words } = useAround()
  const link = useLink()
  if (days.length < 2) return null
  const isWhole = shown.length === days.length
  const listed = isWhole ? shown.filter(({ sessions }) => sessions.length > 0) : days
  const to = (date: string) =>
    isWhole
      ? `#day-${date}`
      : link(
          `/events/${identifier}/schedule?day=${date}${track ? `&track=${encodeURIComponent(track.name)}` : ''}`,
        )
  return (
    <nav aria-label={words('schedule.days')} className="day-links">
      <ul>
        {listed.map(({ date }) => (
          <li key={date}>
            <a
              className="button"
              href={to(date)}
              aria-current={!isWhole && shown[0]?.date === date ? 'page' : undefined}
            >
              {formatOf(words.locale, 'UTC', WEEKDAY).format(noon(date))}
            </a>
          </li>
        ))}
        <li className="now-link" hidden data-now-link="">
          <a className="button strong" href="#now">
            {words('schedule.toNow')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

interface TrackLinksProps {
  identifier: string
  tracks: Track[]
  current: Track | undefined
}

function TrackLinks({ identifier, tracks, current }: TrackLinksProps) {
  const { words } = useAround()
  const link = useLink()
  if (tracks.length < 2) return null
  const path = `/events/${identifier}/schedule`
  return (
    <nav aria-label={words('schedule.tracks')} className="track-links">
      <ul>
        <li>
          <a href={link(path)} aria-current={current ? undefined : 'true'} className="track">
            {words('schedule.allTracks')}
          </a>
        </li>
        {tracks.map((track) => (
          <li key={track.name}>
            <a
              href={link(`${path}?track=${encodeURIComponent(track.name)}`)}
              aria-current={current === track ? 'true' : undefined}
              className={`track ${colorClass(track)}`}
            >
              {track.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
