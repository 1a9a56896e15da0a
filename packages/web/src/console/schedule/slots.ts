/** Slots as the service knows them, and which of its refusals pass. */
import { NetworkError, RefusedError, TimeoutError } from '../../../../client/src/plenum-client.ts'
import type { Item, Slot } from './model.ts'

export function slotOf(session: {
  startsAt: string | null
  endsAt: string | null
  microlocation: { id: string } | null
}): Slot | null {
  const { startsAt, endsAt, microlocation } = session
  if (startsAt === null || endsAt === null || microlocation === null) return null
  return { room: microlocation.id, start: Date.parse(startsAt), end: Date.parse(endsAt) }
}

export function fieldsOf(slot: Slot | null) {
  return {
    startsAt: slot ? new Date(slot.start) : null,
    endsAt: slot ? new Date(slot.end) : null,
    microlocation: slot ? slot.room : null,
  }
}

/** What goes away by itself. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true
  return error instanceof RefusedError && (error.status >= 500 || error.status === 429)
}

export function isSame(one: Item, other: Item): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
