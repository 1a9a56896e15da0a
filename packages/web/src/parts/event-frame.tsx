/** What all pages of an event share: its name, its dates, and the way to its other pages. */
import type { ReactNode } from 'react'
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { useAround, useLink } from '../context.ts'
import { rangeText, SHORT_DAY } from './times.tsx'

/** The fields that the frame shows. */
export const FRAME_FIELDS = [
  'identifier',
  'name',
  'startsAt',
  'endsAt',
  'timezone',
  'online',
  'locationName',
] as const
export type FramedEvent = RecordOf<'event', never, { event: typeof FRAME_FIELDS }>

export type Section = 'about' | 'schedule' | 'sessions' | 'speakers'

const PATHS: Record<Section, string> = {
  about: '',
  schedule: '/schedule',
  sessions: '/sessions',
  speakers: '/speakers',
}

interface EventFrameProps {
  event: FramedEvent
  /** The sections that there are. */
  sections: Section[]
  current: Section | undefined
  /** Of the page itself; the name of the event otherwise. */
  children: ReactNode
}

export function EventFrame({ event, sections, current, children }: EventFrameProps) {
  return (
    <>
      <EventHead event={event} isTitle={current === 'about'} />
      <Sections event={event} sections={sections} current={current} />
      {children}
    </>
  )
}

function EventHead({ event, isTitle }: { event: FramedEvent; isTitle: boolean }) {
  const { words } = useAround()
  const link = useLink()
  const place = event.locationName || (event.online ? words('event.online') : undefined)
  return (
    <div className={isTitle ? 'event-head' : 'event-head small'}>
      <div className="wide">
        {isTitle ? (
          <h1>{event.name}</h1>
        ) : (
          <p className="event-name">
            <a href={link(`/events/${event.identifier}`)}>{event.name}</a>
          </p>
        )}
        <p className="event-facts">
          <span>{rangeText(words.locale, event, SHORT_DAY)}</span>
          {place && <span>{place}</span>}
        </p>
      </div>
    </div>
  )
}

function Sections({ event, sections, current }: Omit<EventFrameProps, 'children'>) {
  const { words } = useAround()
  const link = useLink()
  if (sections.length < 2) return null
  return (
    <nav className="sections" aria-label={words('site.sections')}>
      <ul className="wide">
        {sections.map((section) => (
          <li key={section}>
            <a
              href={link(`/events/${event.identifier}${PATHS[section]}`)}
              aria-current={section === current ? 'page' : undefined}
            >
              {words(`event.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
