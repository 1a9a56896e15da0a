/** An event as schema.org describes it. */
import type { WholeEvent } from '../pages/event.tsx'
import { plainText } from './prose.tsx'

export function eventData(event: WholeEvent, publicUrl: string): object {
  const attendance = event.online ? (event.locationName ? 'Mixed' : 'Online') : 'Offline'
  const url = `${publicUrl}/events/${event.identifier}`
  const places = [
    ...(event.locationName ? [placeOf(event)] : []),
    ...(event.online ? [{ '@type': 'VirtualLocation', url }] : []),
  ]
  return {
    '@type': 'Event',
    '@id': url,
    url,
    name: event.name,
    description: plainText(event.description, 500),
    startDate: event.startsAt ?? undefined,
    endDate: event.endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location: places.length > 0 ? places : undefined,
    image: event.largeImageUrl ?? undefined,
    organizer: event.ownerName ? { '@type': 'Organization', name: event.ownerName } : undefined,
    sponsor: event.sponsors.map(({ name }) => ({ '@type': 'Organization', name })),
  }
}

function placeOf({ locationName, latitude, longitude }: WholeEvent): object {
  const geo = latitude !== null && longitude !== null && { '@type': 'GeoCoordinates', latitude, longitude }
  return { '@type': 'Place', name: locationName, address: locationName, ...(geo && { geo }) }
}
