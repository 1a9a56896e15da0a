/** The schedule by keyboard: arrows go from session to session; a session that is picked up goes where the arrows lead. */
import type { KeyboardEvent } from 'react'
import { type Day, type Item, MINUTE, type Placed, type Room, type Slot, STEP } from './model.ts'

export interface Carried {
  id: string
  slot: Slot
}

export interface KeyParts {
  day: Day
  rooms: Room[]
  placed: Placed[]
  carried: Carried | undefined
  itemOf(id: string): Item | undefined
  onFocus(id: string): void
  onCarry(carried: Carried): void
  onDrop(carried: Carried): void
  onCancel(): void
  onOpen(id: string): void
  onRemove(id: string): void
}

const QUICK = 30 * MINUTE

export function handleKey(event: KeyboardEvent, parts: KeyParts): void {
  const element = (event.target as Element).closest<HTMLElement>('[data-session]')
  const id = element?.dataset.session
  if (!id || event.ctrlKey || event.metaKey || event.altKey) return
  const isUsed = parts.carried ? carry(event, parts, parts.carried) : look(event, parts, id)
  if (!isUsed) return
  event.preventDefault()
  event.stopPropagation()
}

function look(event: KeyboardEvent, parts: KeyParts, id: string): boolean {
  const { key } = event
  const slot = parts.itemOf(id)?.slot
  if (key === 'Enter') parts.onOpen(id)
  else if (!slot) return false
  else if (key === ' ') parts.onCarry({ id, slot })
  else if (key === 'Delete' || key === 'Backspace') parts.onRemove(id)
  else if (key.startsWith('Arrow')) {
    const next = neighbour(key, parts, id)
    if (next) parts.onFocus(next)
  } else return false
  return true
}

/** The session above or below in the room, or the nearest one in the next room that has any. */
function neighbour(key: string, { placed, rooms }: KeyParts, id: string): string | undefined {
  const here = placed.find(({ item }) => item.id === id)
  if (!here) return placed[0]?.item.id
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = placed.filter(({ slot }) => slot.room === here.slot.room)
    return column[column.indexOf(here) + (key === 'ArrowUp' ? -1 : 1)]?.item.id
  }
  const way = key === 'ArrowLeft' ? -1 : 1
  let place = rooms.findIndex((room) => room.id === here.slot.room) + way
  for (; place >= 0 && place < rooms.length; place += way) {
    const column = placed.filter(({ slot }) => slot.room === rooms[place]!.id)
    const [nearest] = column.toSorted(
      (one, other) =>
        Math.abs(one.slot.start - here.slot.start) - Math.abs(other.slot.start - here.slot.start),
    )
    if (nearest) return nearest.item.id
  }
  return undefined
}

function carry(event: KeyboardEvent, parts: KeyParts, carried: Carried): boolean {
  const { key } = event
  if (key === 'Escape') parts.onCancel()
  else if (key === ' ' || key === 'Enter') parts.onDrop(carried)
  else if (key === 'Tab') return true
  else if (key.startsWith('Arrow')) {
    const slot = movedSlot(key, event.shiftKey, parts, carried.slot)
    if (slot) parts.onCarry({ ...carried, slot })
  } else if (key === 'PageUp' || key === 'PageDown') {
    parts.onCarry({ ...carried, slot: inDay(parts.day, carried.slot, key === 'PageUp' ? -QUICK : QUICK) })
  } else return false
  return true
}

/** Arrows move; with Shift they change the end. */
function movedSlot(key: string, isResize: boolean, { day, rooms }: KeyParts, slot: Slot): Slot | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const way = key === 'ArrowUp' ? -STEP : STEP
    if (!isResize) return inDay(day, slot, way)
    return { ...slot, end: Math.max(slot.start + STEP, slot.end + way) }
  }
  const next = rooms[rooms.findIndex(({ id }) => id === slot.room) + (key === 'ArrowLeft' ? -1 : 1)]
  return next && { ...slot, room: next.id }
}

function inDay(day: Day, slot: Slot, way: number): Slot {
  const length = slot.end - slot.start
  const start = Math.min(Math.max(slot.start + way, day.start), day.end - STEP)
  return { ...slot, start, end: start + length }
}
