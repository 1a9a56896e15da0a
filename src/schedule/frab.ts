/** What the two forms of the frab format share: https://c3voc.de/wiki/schedule */
import { wallTime } from '../resources/local-time.ts'
import { type Addresses, sessionPage, strictAddress } from './addresses.ts'
import { slugOf } from './plain-text.ts'
import type { Programme, ProgrammeLink, ProgrammeSession } from './programme.ts'

const MINUTE = 60_000

/** What a feed is made of. */
export interface FeedSource {
  programme: Programme
  /** Of the release; `live` for the present state. */
  version: string
  addresses: Addresses
  /** The version of the service. */
  generator: string
}

/** A moment by the clocks of the event, such as `2026-05-01T09:00:00+02:00`. */
export function zoned(moment: string, zone: string): string {
  const { wall, offset } = wallTime(Date.parse(moment), zone)
  const minutes = Math.abs(offset)
  return `${wall}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** What the clocks of the event show, such as `09:00`. */
export function clockTime(moment: string, zone: string): string {
  return wallTime(Date.parse(moment), zone).wall.slice(11, 16)
}

/** Hours and minutes, such as `01:30`. */
export function lengthOf({ starts_at, ends_at }: ProgrammeSession): string {
  const minutes = Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE)
  return `${two(minutes / 60)}:${two(minutes % 60)}`
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, '0')
}

/** Also a part of a file name, hence the readable part. */
export function sessionSlug({ event }: Programme, { id, title }: ProgrammeSession): string {
  const words = slugOf(title)
  return `${event.identifier}-${id}-${words.length < 4 ? `session${words && `-${words}`}` : words}`
}

export function pageOf({ programme, addresses }: FeedSource, { id }: ProgrammeSession): string {
  return sessionPage(addresses, programme.event.identifier, id)
}

/** Those that a program can follow. */
export function usableLinks(links: ProgrammeLink[]): ProgrammeLink[] {
  return links.flatMap(({ title, url }) => {
    const address = strictAddress(url)
    return address === undefined ? [] : [{ title, url: address }]
  })
}

export function personsOf({ persons }: Programme): (session: ProgrammeSession) => Programme['persons'] {
  const byId = new Map(persons.map((person) => [person.id, person]))
  return ({ person_ids }) => person_ids.map((id) => byId.get(id)!)
}

/** The sessions of a day, by room, in the order of the rooms. */
export function roomsOfDay({ rooms, sessions }: Programme, index: number) {
  const byRoom = Map.groupBy(
    sessions.filter(({ day }) => day === index),
    ({ room_id }) => room_id,
  )
  return rooms.flatMap((room) => {
    const held = byRoom.get(room.id)
    return held ? [{ room, sessions: held }] : []
  })
}
