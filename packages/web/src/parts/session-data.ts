/** A session as schema.org describes it. */
import type { WholeSession } from '../pages/session.tsx'
import { plainText } from './prose.tsx'

interface OfEvent {
  identifier: string
  name: string
  startsAt: string | null
  endsAt: string | null
  locationName: string | null
}

export function sessionData(session: WholeSession, event: OfEvent, publicUrl: string): object {
  const eventUrl = `${publicUrl}/events/${event.identifier}`
  const room = session.microlocation?.name
  const place = [room, event.locationName].filter(Boolean).join(', ')
  return {
    '@type': 'Event',
    '@id': `${eventUrl}/sessions/${session.id}`,
    url: `${eventUrl}/sessions/${session.id}`,
    name: session.title,
    description: plainText(session.shortAbstract || session.longAbstract, 500),
    startDate: session.startsAt ?? event.startsAt ?? undefined,
    endDate: session.endsAt ?? undefined,
    location:
      place === '' ? undefined : { '@type': 'Place', name: place, address: event.locationName ?? place },
    inLanguage: session.language ?? undefined,
    performer: session.speakers.map(({ name }) => ({ '@type': 'Person', name })),
    superEvent: {
      '@type': 'Event',
      '@id': eventUrl,
      name: event.name,
      startDate: event.startsAt ?? undefined,
      endDate: event.endsAt ?? undefined,
      location: event.locationName
        ? { '@type': 'Place', name: event.locationName, address: event.locationName }
        : undefined,
    },
  }
}
