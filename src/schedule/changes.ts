/** What a release changed, compared with the one before. */
import type { Programme, ProgrammeSession } from './programme.ts'

interface Slot {
  'starts-at': string
  'ends-at': string
  room: string
}

export interface Change {
  id: string
  title: string
  old?: Slot
  new?: Slot
}

export interface Changes {
  added: Change[]
  moved: Change[]
  removed: Change[]
}

export function changesBetween(before: Programme | undefined, after: Programme): Changes {
  const [old, present] = [before && bySession(before), bySession(after)]
  const changes: Changes = { added: [], moved: [], removed: [] }
  for (const [id, { session, slot }] of present) {
    const was = old?.get(id)
    const change = { id, title: session.title }
    if (!was) changes.added.push({ ...change, new: slot })
    else if (isMoved(was.session, session)) changes.moved.push({ ...change, old: was.slot, new: slot })
  }
  for (const [id, { session, slot }] of old ?? [])
    if (!present.has(id)) changes.removed.push({ id, title: session.title, old: slot })
  return changes
}

function bySession({ sessions, rooms }: Programme) {
  const names = new Map(rooms.map(({ id, name }) => [id, name]))
  return new Map(
    sessions.map((session) => {
      const { starts_at, ends_at, room_id } = session
      const slot = { 'starts-at': starts_at, 'ends-at': ends_at, room: names.get(room_id)! }
      return [session.id, { session, slot }]
    }),
  )
}

function isMoved(before: ProgrammeSession, after: ProgrammeSession): boolean {
  return (['starts_at', 'ends_at', 'room_id'] as const).some((name) => before[name] !== after[name])
}
