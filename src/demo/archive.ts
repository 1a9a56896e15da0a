/** The demo conference as an archive, so that it comes in by the same door as any other event. */
import { Readable } from 'node:stream'
import { drawPng } from '../files/images.ts'
import { makeZip, type ZipWriter } from '../files/zip.ts'
import { avatar, logo, scene } from './drawings.ts'
import { people } from './people.ts'
import { NAME, ROOMS, SPONSORS, TRACKS, TYPES } from './programme.ts'
import { scheduleOf } from './schedule.ts'

const DAY = 24 * 60 * 60_000
const AHEAD = 90
const THURSDAY = 4
/** The conference is where clocks are never changed. */
const ZONE = { name: 'Africa/Nairobi', offset: '+03:00' }

type Entry = Record<string, unknown>
type Files = Record<string, Entry | Entry[]>

/** Opens the archive as a stream. Its three days begin on a Thursday, three months after the given time. */
export function demoArchive(now: Date): Readable {
  const zip = makeZip()
  write(zip, now).catch((error: Error) => zip.output.destroy(error))
  return zip.output
}

async function write(zip: ZipWriter, now: Date): Promise<void> {
  await zip.addFile('images/logo.png', png(logo(NAME), 600))
  await zip.addFile('images/background.png', png(scene(), 1600))
  for (const [size, width] of Object.entries({ large: 1300, thumbnail: 500, icon: 75 }))
    await zip.addFile(`images/${size}.png`, png(scene(), width))
  for (const [place, { name }] of people.entries()) {
    await zip.addFile(`images/speakers/${place}.png`, png(avatar(name), 400))
    for (const [size, width] of Object.entries({ thumbnail: 300, small: 75, icon: 35 }))
      await zip.addFile(`images/speakers/${size}/${place}.png`, png(avatar(name), width))
  }
  for (const [place, { name }] of SPONSORS.entries())
    await zip.addFile(`images/sponsors/${place}.png`, png(logo(name), 600))
  for (const [name, content] of Object.entries(filesOf(now)))
    await zip.addFile(name, Readable.from([Buffer.from(JSON.stringify(content))]))
  zip.end()
}

function png(svg: string, width: number): Readable {
  return Readable.from(
    (async function* () {
      yield await drawPng(svg, width)
    })(),
    { objectMode: false },
  )
}

/** A time of the conference, by its day and the minutes since midnight. */
type TimeAt = (day: number, minutes: number) => string

function filesOf(now: Date): Files {
  const first = firstDay(now)
  const timeAt: TimeAt = (day, minutes) => {
    const date = new Date(first + day * DAY).toISOString().slice(0, 10)
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return `${date}T${hours}:${rest}:00${ZONE.offset}`
  }
  const sales = { sales_starts_at: now.toISOString(), sales_ends_at: timeAt(0, 9 * 60) }
  return {
    event: eventOf(now, timeAt),
    social_links: socialLinks(),
    forms: forms(),
    microlocations: ROOMS.map((room, place) => ({ id: place + 1, ...room, position: place })),
    tracks: TRACKS.map((track, place) => ({ id: place + 1, ...track, position: place })),
    session_types: TYPES.map((type, place) => ({ id: place + 1, ...type, position: place })),
    sponsors: sponsors(),
    speakers: speakers(),
    sessions: sessionsOf(timeAt),
    tickets: [
      { id: 1, name: 'Visitor', type: 'free', quantity: 300, position: 1, ...sales },
      { id: 2, name: 'Supporter', type: 'paid', price: 45, quantity: 80, position: 2, ...sales },
    ],
    meta: { root_url: 'https://harbourlight.example.org/' },
  }
}

function eventOf(now: Date, timeAt: TimeAt): Entry {
  return {
    name: NAME,
    description:
      '<p>Three days by the sea about software that belongs to everybody. This conference is made up: it shows what Plenum keeps of an event.</p>',
    starts_at: timeAt(0, 9 * 60),
    ends_at: timeAt(2, 16 * 60),
    timezone: ZONE.name,
    state: 'published',
    location_name: 'Harbourlight House, Mombasa',
    latitude: -4.0615,
    longitude: 39.6789,
    is_map_shown: true,
    owner_name: 'Open Harbour Network',
    has_owner_info: true,
    owner_description: '<p>Friends of free software along the coast.</p>',
    external_event_url: 'https://harbourlight.example.org',
    code_of_conduct: '<p>Be kind, listen, and help others to speak.</p>',
    logo_url: '/images/logo.png',
    original_image_url: '/images/background.png',
    large_image_url: '/images/large.png',
    thumbnail_image_url: '/images/thumbnail.png',
    icon_image_url: '/images/icon.png',
    is_sessions_speakers_enabled: true,
    is_sponsors_enabled: true,
    is_cfs_enabled: true,
    payment_country: 'KE',
    payment_currency: 'EUR',
    can_pay_onsite: true,
    copyright: {
      holder: 'Open Harbour Network',
      licence: 'Creative Commons Attribution 4.0',
      licence_url: 'https://creativecommons.org/licenses/by/4.0/',
      year: now.getUTCFullYear(),
    },
    speakers_call: {
      announcement: 'Tell us what you have learned. First-time speakers are welcome.',
      starts_at: now.toISOString(),
      ends_at: timeAt(-30, 0),
    },
  }
}

function socialLinks(): Entry[] {
  return ['mastodon', 'github'].map((name, place) => ({
    id: place + 1,
    name,
    link: `https://${name}.example.org/@harbourlight`,
  }))
}

function forms(): Entry[] {
  return ['title', 'shortAbstract', 'track'].map((field, place) => ({
    id: place + 1,
    form: 'session',
    field_identifier: field,
    type: field === 'track' ? 'select' : 'text',
    is_required: field === 'title',
    is_included: true,
    position: place,
  }))
}

function sponsors(): Entry[] {
  return SPONSORS.map((sponsor, place) => ({
    id: place + 1,
    ...sponsor,
    url: 'https://example.org',
    logo_url: `/images/sponsors/${place}.png`,
  }))
}

function speakers(): Entry[] {
  return people.map(({ biography, ...person }, place) => ({
    id: place + 1,
    ...person,
    email: `${slugOf(person.name)}@example.org`,
    short_biography: biography,
    photo_url: `/images/speakers/${place}.png`,
    thumbnail_image_url: `/images/speakers/thumbnail/${place}.png`,
    small_image_url: `/images/speakers/small/${place}.png`,
    icon_image_url: `/images/speakers/icon/${place}.png`,
  }))
}

function sessionsOf(timeAt: TimeAt): Entry[] {
  return scheduleOf().map((session, place) => ({
    id: place + 1,
    title: session.title,
    short_abstract: session.abstract,
    level: (['Beginner', 'Intermediate', 'Advanced'] as const)[place % 3],
    language: 'en',
    state: 'confirmed',
    starts_at: timeAt(session.day, session.start),
    ends_at: timeAt(session.day, session.end),
    microlocation_id: session.room + 1,
    track_id: session.track + 1,
    session_type_id: TYPES.findIndex(({ name }) => name === session.type) + 1,
    speaker_ids: session.speakers.map((one) => one + 1),
  }))
}

/** Midnight in UTC of the first day. */
function firstDay(now: Date): number {
  const soonest = Math.floor(now.getTime() / DAY) + AHEAD
  const weekday = new Date(soonest * DAY).getUTCDay()
  return (soonest + ((THURSDAY - weekday + 7) % 7)) * DAY
}

/** `Ximena Orduña` becomes `ximena.orduna`. */
function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
}
