/** Sessions as a list: of an event, or of a speaker. */
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { useAround, useLink } from '../context.ts'
import { rangeText, WEEKDAY_AND_TIME } from './times.tsx'
import { TrackName } from './track.tsx'

export const LISTED_FIELDS = {
  session: ['title', 'startsAt', 'endsAt', 'track', 'microlocation', 'speakers'],
  speaker: ['name'],
  track: ['name', 'color'],
  microlocation: ['name'],
} as const
export const LISTED_INCLUDE = ['track', 'microlocation', 'speakers'] as const
export type ListedSession = RecordOf<'session', (typeof LISTED_INCLUDE)[number], typeof LISTED_FIELDS>

interface SessionListProps {
  event: { identifier: string; timezone: string }
  sessions: ListedSession[]
  /** One below the heading that stands above. */
  level: 2 | 3
}

export function SessionList({ event, sessions, level }: SessionListProps) {
  return (
    <ul className="session-list">
      {sessions.map((session) => (
        <ListedSession key={session.id} event={event} session={session} level={level} />
      ))}
    </ul>
  )
}

function ListedSession({
  event,
  session,
  level,
}: Omit<SessionListProps, 'sessions'> & { session: ListedSession }) {
  const { words } = useAround()
  const link = useLink()
  const Heading = `h${level}` as const
  const { startsAt, endsAt, microlocation, speakers, track } = session
  const when = rangeText(words.locale, { startsAt, endsAt, timezone: event.timezone }, WEEKDAY_AND_TIME)
  return (
    <li>
      <Heading>
        <a href={link(`/events/${event.identifier}/sessions/${session.id}`)}>{session.title}</a>
      </Heading>
      {speakers.length > 0 && <p>{speakers.map(({ name }) => name).join(', ')}</p>}
      <p className="session-facts quiet">
        {[when, microlocation?.name].filter(Boolean).join(' · ')}
        {track && <TrackName track={{ name: track.name, color: track.color.slice(1) }} />}
      </p>
    </li>
  )
}
