/** Changes that are not written yet, kept by the browser until they are. */
import type { Slot } from './model.ts'

/** By session: where it was by our knowledge, and where it goes. */
export type Queue = Map<string, { base: Slot | null; slot: Slot | null }>

const keyOf = (event: string) => `plenum:schedule:${event}`

export function readQueue(event: string): Queue {
  try {
    return new Map(JSON.parse(localStorage.getItem(keyOf(event)) ?? '[]'))
  } catch {
    return new Map()
  }
}

export function keepQueue(event: string, queue: Queue): void {
  try {
    if (queue.size === 0) localStorage.removeItem(keyOf(event))
    else localStorage.setItem(keyOf(event), JSON.stringify([...queue]))
  } catch {
    // The browser keeps nothing: the page asks before it is left.
  }
}
