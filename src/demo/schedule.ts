/** When and where each session of the demo conference takes place. */
import { people } from './people.ts'
import { ROOMS, type Title, type TypeName, titles } from './programme.ts'

interface Slot {
  day: number
  /** Minutes after midnight. */
  start: number
  end: number
  room: number
  type: TypeName
}

interface Session extends Slot, Title {
  speakers: number[]
}

const at = (hour: number, minute = 0) => hour * 60 + minute
const LENGTHS: Record<TypeName, number> = { Keynote: 45, Talk: 30, Workshop: 90, Panel: 45 }
const SPEAKERS: Record<TypeName, number> = { Keynote: 1, Talk: 1, Workshop: 2, Panel: 4 }
const DAYS = 3
const WORKSHOP_ROOM = ROOMS.length - 1

/** The same for each day: a keynote, talks in three rooms beside workshops in the fourth, and a panel at the end. */
function slotsOf(day: number): Slot[] {
  const slot = (type: TypeName, room: number, start: number): Slot => ({
    day,
    type,
    room,
    start,
    end: start + LENGTHS[type],
  })
  const talks = [at(10), at(10, 40), at(11, 20)].flatMap((start) =>
    [0, 1, 2].map((room) => slot('Talk', room, start)),
  )
  const workshops = [at(10), at(13)].map((start) => slot('Workshop', WORKSHOP_ROOM, start))
  return [slot('Keynote', 0, at(9)), ...talks, ...workshops, slot('Panel', 0, at(15))]
}

/** Speakers take turns, and no speaker is in two rooms at once. */
export function scheduleOf(): Session[] {
  const waiting = new Map(
    Object.keys(LENGTHS).map((type) => [type, titles.filter((title) => title.type === type)]),
  )
  const sessions: Session[] = []
  let turn = 0
  for (const slot of Array.from({ length: DAYS }, (_, day) => slotsOf(day)).flat()) {
    const busy = new Set(sessions.filter((other) => overlap(slot, other)).flatMap(({ speakers }) => speakers))
    const speakers: number[] = []
    while (speakers.length < SPEAKERS[slot.type]) {
      const next = turn++ % people.length
      if (!busy.has(next)) speakers.push(next)
    }
    sessions.push({ ...slot, ...waiting.get(slot.type)!.shift()!, speakers })
  }
  return sessions
}

function overlap(a: Slot, b: Slot): boolean {
  return a.day === b.day && a.start < b.end && b.start < a.end
}
