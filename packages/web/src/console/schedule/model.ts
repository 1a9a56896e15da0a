/** The schedule as the editor works on it: sessions with slots, days, lanes and conflicts. Nothing here knows the page. */
import { fromLocal, toLocal } from '../times.ts'

export const MINUTE = 60_000
/** What starts and ends snap to. */
export const STEP = 5 * MINUTE
const USUAL_LENGTH = 30 * MINUTE
const FIRST_HOUR = 8
const LAST_HOUR = 20

/** Where and when a session is. */
export interface Slot {
  room: string
  start: number
  end: number
}

export interface Item {
  id: string
  title: string
  state: string
  track: { name: string; color: string } | undefined
  speakers: { id: string; name: string }[]
  /** How long it is by its type, in ms. */
  length: number
  slot: Slot | null
}

export interface ReadItems {
  items: Item[]
  /** When the reading began, by the clock of the page. */
  readAt: number
}

export interface Room {
  id: string
  name: string
}

export interface Frame {
  timezone: string
  start: number
  end: number
}

/** A day of the schedule: the hours that the grid shows. */
export interface Day {
  /** Such as `2030-05-01`. */
  date: string
  start: number
  end: number
}

export function isSameSlot(one: Slot | null, other: Slot | null): boolean {
  if (one === null || other === null) return one === other
  return one.room === other.room && one.start === other.start && one.end === other.end
}

export function snap(instant: number): number {
  return Math.round(instant / STEP) * STEP
}

/** `00:45` in ms. */
export function lengthOf(text: string | null | undefined): number {
  const [hours = 0, minutes = 0] = (text ?? '').split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE || USUAL_LENGTH
}

/** Every day of the event, and every other day on which there is a session. */
export function daysOf({ timezone, start, end }: Frame, items: Iterable<Item>): Day[] {
  const dateOf = (instant: number) => toLocal(instant, timezone).slice(0, 10)
  const days = new Map<string, Day>()
  const add = (date: string) => {
    const at = (hour: number) => fromLocal(`${date}T${String(hour).padStart(2, '0')}:00`, timezone)
    const day = days.get(date) ?? { date, start: at(FIRST_HOUR), end: at(LAST_HOUR) }
    days.set(date, day)
    return day
  }
  const MOST_DAYS = 31
  for (let noon = start; days.size < MOST_DAYS && dateOf(noon) <= dateOf(end); noon += 24 * 60 * MINUTE)
    add(dateOf(noon))
  const HOUR = 60 * MINUTE
  for (const { slot } of items) {
    if (!slot) continue
    const day = add(dateOf(slot.start))
    day.start = Math.min(day.start, Math.floor(slot.start / HOUR) * HOUR)
    day.end = Math.max(day.end, Math.ceil(slot.end / HOUR) * HOUR)
  }
  return [...days.values()].sort((one, other) => one.start - other.start)
}

export type ConflictKind = 'room' | 'speaker' | 'outside-event'

/** What is wrong with which session, found without asking the service. */
export function conflictsOf(items: Iterable<Item>, frame: Frame): Map<string, Set<ConflictKind>> {
  const found = new Map<string, Set<ConflictKind>>()
  const mark = (id: string, kind: ConflictKind) => {
    if (!found.has(id)) found.set(id, new Set())
    found.get(id)!.add(kind)
  }
  const byPlace = new Map<string, { id: string; slot: Slot }[]>()
  const put = (key: string, entry: { id: string; slot: Slot }) => {
    const list = byPlace.get(key)
    if (list) list.push(entry)
    else byPlace.set(key, [entry])
  }
  for (const { id, slot, speakers } of items) {
    if (!slot) continue
    if (slot.start < frame.start || slot.end > frame.end) mark(id, 'outside-event')
    put(`room ${slot.room}`, { id, slot })
    for (const speaker of speakers) put(`speaker ${speaker.id}`, { id, slot })
  }
  for (const [key, entries] of byPlace) {
    const kind = key.startsWith('room') ? 'room' : 'speaker'
    entries.sort((one, other) => one.slot.start - other.slot.start)
    for (const [place, one] of entries.entries())
      for (let next = place + 1; next < entries.length; next++) {
        const other = entries[next]!
        if (other.slot.start >= one.slot.end) break
        mark(one.id, kind)
        mark(other.id, kind)
      }
  }
  return found
}

/** Whether a session would meet another one in this slot: in the room, or by a speaker. */
export function wouldConflict(item: Item, slot: Slot, items: Iterable<Item>): boolean {
  const own = new Set(item.speakers.map(({ id }) => id))
  for (const other of items) {
    if (other.id === item.id || !other.slot) continue
    if (other.slot.start >= slot.end || other.slot.end <= slot.start) continue
    if (other.slot.room === slot.room || other.speakers.some(({ id }) => own.has(id))) return true
  }
  return false
}

export interface Placed {
  item: Item
  slot: Slot
  /** Sessions at the same time in the same room lie side by side. */
  lane: number
  lanes: number
}

/** The sessions of a day in the order of the rooms and times. */
export function placedOf(items: Iterable<Item>, day: Day, rooms: Room[]): Placed[] {
  const orderOf = new Map(rooms.map(({ id }, place) => [id, place]))
  const shown = [...items]
    .filter((item): item is Item & { slot: Slot } => item.slot !== null && orderOf.has(item.slot.room))
    .filter(({ slot }) => slot.start >= day.start && slot.start < day.end)
    .sort((a, b) => orderOf.get(a.slot.room)! - orderOf.get(b.slot.room)! || a.slot.start - b.slot.start)
  const placed: Placed[] = []
  let cluster: Placed[] = []
  let end = 0
  const close = () => {
    const lanes = Math.max(0, ...cluster.map(({ lane }) => lane)) + 1
    for (const one of cluster) one.lanes = lanes
    cluster = []
  }
  for (const item of shown) {
    const { slot } = item
    if (slot.room !== cluster[0]?.slot.room || slot.start >= end) {
      close()
      end = slot.end
    }
    const taken = new Set(cluster.filter((one) => one.slot.end > slot.start).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    const one = { item, slot, lane, lanes: 1 }
    cluster.push(one)
    placed.push(one)
    end = Math.max(end, slot.end)
  }
  close()
  return placed
}

/** The first free time of a room on a day, for a session that comes from the list. */
export function freeSlot(item: Item, day: Day, rooms: Room[], items: Iterable<Item>): Slot {
  const all = [...items]
  for (const { id: room } of rooms)
    for (let start = day.start; start + item.length <= day.end; start += 3 * STEP) {
      const slot = { room, start, end: start + item.length }
      if (!wouldConflict(item, slot, all)) return slot
    }
  return { room: rooms[0]!.id, start: day.start, end: day.start + item.length }
}
