/** A small event with a programme, for the tests of pages. */
import { linkTo, make } from './make.ts'
import type { Caller, Json, TestService } from './service.ts'

export interface SmallProgramme {
  event: Json
  path: string
  sessions: Json[]
  speakers: Json[]
  tracks: Json[]
}

/** Two days in Berlin: on the first two rooms and three sessions, of which two overlap; on the second one session. */
export async function makeProgramme(
  service: TestService,
  owner: Caller,
  attributes: object = {},
): Promise<SmallProgramme> {
  const event = await make(service, owner, 'event', {
    name: 'Tea Days',
    description: '<p>Three days of <b>tea</b>.</p>',
    'location-name': 'Berlin',
    timezone: 'Europe/Berlin',
    ...attributes,
  })
  const links = { event: linkTo(event) }
  for (const type of ['sponsor', 'social-link', 'speakers-call', 'event-copyright'])
    await make(service, owner, type, {}, links)
  const speakers = [
    await make(service, owner, 'speaker', { name: 'Lin Wei', organisation: 'Leaves' }, links),
    await make(service, owner, 'speaker', { name: 'Ada Byron', website: 'https://example.org/ada' }, links),
  ]
  const tracks = [
    await make(service, owner, 'track', { name: 'Brewing', color: '#ffee00' }, links),
    await make(service, owner, 'track', { name: 'Growing', color: '#003300' }, links),
  ]
  const [hall, garden] = [
    await make(service, owner, 'microlocation', { name: 'Hall' }, links),
    await make(service, owner, 'microlocation', { name: 'Garden' }, links),
  ]
  const session = (title: string, from: string, to: string, room: Json, track: Json, speaker: Json) =>
    make(
      service,
      owner,
      'session',
      { title, 'starts-at': from, 'ends-at': to, 'short-abstract': `<p>About: ${title}</p>`, language: 'en' },
      { ...links, microlocation: linkTo(room), track: linkTo(track), speakers: [linkTo(speaker)] },
    )
  const sessions = [
    await session(
      'Hot water',
      '2030-05-01T09:00:00+02:00',
      '2030-05-01T10:00:00+02:00',
      hall,
      tracks[0],
      speakers[0],
    ),
    await session(
      'Soil',
      '2030-05-01T09:30:00+02:00',
      '2030-05-01T11:00:00+02:00',
      garden,
      tracks[1],
      speakers[1],
    ),
    await session(
      'Cold water',
      '2030-05-01T10:30:00+02:00',
      '2030-05-01T11:00:00+02:00',
      hall,
      tracks[0],
      speakers[0],
    ),
    await session(
      'Rain',
      '2030-05-02T09:00:00+02:00',
      '2030-05-02T10:00:00+02:00',
      garden,
      tracks[1],
      speakers[1],
    ),
  ]
  return { event, path: `/events/${event.attributes.identifier}`, sessions, speakers, tracks }
}
