/** What all pages of an event share: its name, its dates, and the way to its other pages. */
import type { ReactNode } from 'react'
import type { PlenumClient, RecordOf } from '../../../client/src/plenum-client.ts'
import { useAround, useLink } from '../context.ts'
import { rangeText, SHORT_DAY } from './times.tsx'

const FIELDS = ['identifier', 'name', 'startsAt', 'endsAt', 'timezone', 'online', 'locationName'] as const
type FramedEvent = RecordOf<'event', never, { event: typeof FIELDS }>

/** What the frame shows. */
export interface Framed {
  event: FramedEvent
  sections: Section[]
}

type Section = 'about' | 'schedule' | 'sessions' | 'speakers'

const PATHS: Record<Section, string> = {
  about: '',
  schedule: '/schedule',
  sessions: '/sessions',
  speakers: '/speakers',
}

export async function readFrame(client: PlenumClient, identifier: string): Promise<Framed> {
  const event = await client.events.get(identifier, { fields: { event: FIELDS } })
  return { event, sections: await readSections(client, event.id) }
}

/** Sessions with a time and a room. */
const HAS_SLOT = (['startsAt', 'endsAt', 'microlocation'] as const).map(
  (name) => ({ name, op: 'ne', val: null }) as const,
)

/** Only those that have something to show. */
export async function readSections(client: PlenumClient, event: string): Promise<Section[]> {
  const one = { event, page: { size: 1 } }
  const [slots, sessions, speakers] = await Promise.all([
    client.sessions.list({ ...one, filter: HAS_SLOT, fields: { session: ['title'] } }),
    client.sessions.list({ ...one, fields: { session: ['title'] } }),
    client.speakers.list({ ...one, fields: { speaker: ['name'] } }),
  ])
  const found: [Section, number][] = [
    ['about', 1],
    ['schedule', slots.records.length],
    ['sessions', sessions.records.length],
    ['speakers', speakers.records.length],
  ]
  return found.flatMap(([section, count]) => (count > 0 ? [section] : []))
}

/** The page of a single session or speaker belongs to no section. */
interface EventFrameProps extends Framed {
  current?: Section
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
