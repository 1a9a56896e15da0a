/**
 * The sessions that are being scheduled. A change shows at once; it is written one after the other, each only if nobody
 * else has moved the session meanwhile. Without a connection changes wait, also over a reload.
 */
import { ChangedError, type RecordOf } from '../../../../client/src/plenum-client.ts'
import { messageOf } from '../../browser/forms/faults.ts'
import { client } from '../../browser/service.ts'
import { type Item, isSameSlot, type ReadItems, type Slot } from './model.ts'
import { keepQueue, type Queue, readQueue } from './queue.ts'
import { fieldsOf, isPassing, isSame, slotOf } from './slots.ts'

export interface Snapshot {
  items: ReadonlyMap<string, Item>
  /** Sessions whose change is not written yet. */
  unsaved: ReadonlySet<string>
  isOffline: boolean
  canUndo: boolean
  canRedo: boolean
}

interface Move {
  id: string
  before: Slot | null
  after: Slot | null
}

/** Something to tell: somebody else was quicker, or the service refused. */
export type Told = { kind: 'changed'; item: Item } | { kind: 'refused'; item: Item; text: string }

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 10_000

export class ScheduleStore {
  #items: ReadonlyMap<string, Item>
  /** The slots as the service has them, as far as we know. */
  readonly #saved: Map<string, Slot | null>
  readonly #queue: Queue
  /** Records as they were last read or written, with their entity tags. */
  readonly #known = new Map<string, RecordOf<'session'>>()
  /** When a session was written last: a list that was read before has its old place. */
  readonly #written = new Map<string, number>()
  #done: Move[] = []
  #undone: Move[] = []
  #isOffline = false
  #isSending = false
  #wake: (() => void) | undefined
  #snapshot: Snapshot
  readonly #event: string
  readonly #listeners = new Set<() => void>()
  readonly #tell: (told: Told) => void

  constructor(event: string, items: Item[], tell: (told: Told) => void) {
    this.#event = event
    this.#tell = tell
    this.#items = new Map(items.map((item) => [item.id, item]))
    this.#saved = new Map(items.map(({ id, slot }) => [id, slot]))
    this.#queue = readQueue(event)
    for (const [id, { slot }] of this.#queue) this.#set(id, slot)
    this.#snapshot = this.#made()
    addEventListener('online', this.#wakeUp)
    void this.#send()
  }

  close(): void {
    removeEventListener('online', this.#wakeUp)
    this.#listeners.clear()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.#snapshot

  move(id: string, after: Slot | null): void {
    const before = this.#items.get(id)?.slot ?? null
    if (!this.#items.has(id) || isSameSlot(before, after)) return
    this.#done.push({ id, before, after })
    this.#undone = []
    this.#write(id, after)
  }

  undo(): Item | undefined {
    const last = this.#done.pop()
    if (!last) return undefined
    this.#undone.push(last)
    this.#write(last.id, last.before)
    return this.#items.get(last.id)
  }

  redo(): Item | undefined {
    const next = this.#undone.pop()
    if (!next) return undefined
    this.#done.push(next)
    this.#write(next.id, next.after)
    return this.#items.get(next.id)
  }

  /** Takes over what the service has now, except where our own change is still on its way. Returns what others moved. */
  refresh({ items, readAt }: ReadItems): Item[] {
    const moved: Item[] = []
    const next = new Map<string, Item>()
    for (const item of items) {
      const old = this.#items.get(item.id)
      const isOurs = this.#queue.has(item.id) || (this.#written.get(item.id) ?? -1) >= readAt
      if (!isOurs && old && !isSameSlot(old.slot, item.slot)) moved.push(item)
      if (!isOurs) this.#saved.set(item.id, item.slot)
      const slot = isOurs && old ? old.slot : item.slot
      next.set(item.id, old && isSame(old, { ...item, slot }) ? old : { ...item, slot })
    }
    this.#items = next
    for (const { id } of moved) this.#forget(id)
    this.#changed()
    return moved
  }

  #write(id: string, slot: Slot | null): void {
    const base = this.#queue.get(id)?.base ?? this.#saved.get(id) ?? null
    this.#queue.set(id, { base, slot })
    keepQueue(this.#event, this.#queue)
    this.#set(id, slot)
    this.#changed()
    void this.#send()
  }

  /** One change after the other; the loop ends when none is left. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    let pause = FIRST_PAUSE
    for (let [next] = this.#queue; next; [next] = this.#queue) {
      const [id, change] = next
      try {
        await this.#sendOne(id, change)
        pause = FIRST_PAUSE
        this.#setOffline(false)
      } catch (error) {
        this.#known.delete(id)
        if (!isPassing(error)) this.#refused(id, error)
        else {
          this.#setOffline(true)
          await this.#wait(pause)
          pause = Math.min(pause * 2, LONGEST_PAUSE)
        }
      }
    }
    this.#isSending = false
    this.#changed()
  }

  async #sendOne(id: string, { base, slot }: { base: Slot | null; slot: Slot | null }): Promise<void> {
    const record = this.#known.get(id) ?? (await client.sessions.get(id))
    const there = slotOf(record)
    if (!isSameSlot(there, base) && !isSameSlot(there, slot)) return this.#lost(id, there)
    try {
      this.#known.set(id, await client.sessions.update(id, fieldsOf(slot), { ifUnchanged: record }))
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error
      // Somebody changed the session. The next round reads it, and finds out whether it was moved.
      this.#known.delete(id)
      return
    }
    this.#saved.set(id, slot)
    this.#written.set(id, performance.now())
    this.#settle(id, slot, slot)
  }

  /** Somebody else has moved the session: theirs stays, ours is given up and said. */
  #lost(id: string, there: Slot | null): void {
    this.#saved.set(id, there)
    this.#queue.delete(id)
    this.#set(id, there)
    this.#forget(id)
    keepQueue(this.#event, this.#queue)
    this.#changed()
    this.#tell({ kind: 'changed', item: this.#items.get(id)! })
  }

  #refused(id: string, error: unknown): void {
    const base = this.#queue.get(id)!.base
    this.#queue.delete(id)
    this.#set(id, base)
    this.#forget(id)
    keepQueue(this.#event, this.#queue)
    this.#changed()
    const item = this.#items.get(id)
    if (item) this.#tell({ kind: 'refused', item, text: messageOf(error) })
  }

  /** A change is written. When the session was moved again meanwhile, the new place follows. */
  #settle(id: string, written: Slot | null, base: Slot | null): void {
    const queued = this.#queue.get(id)
    if (queued && isSameSlot(queued.slot, written)) this.#queue.delete(id)
    else if (queued) this.#queue.set(id, { ...queued, base })
    keepQueue(this.#event, this.#queue)
    this.#changed()
  }

  #set(id: string, slot: Slot | null): void {
    const item = this.#items.get(id)
    if (!item) return void this.#queue.delete(id)
    this.#items = new Map(this.#items).set(id, { ...item, slot })
  }

  /** What others have changed cannot be undone from here. */
  #forget(id: string): void {
    this.#known.delete(id)
    this.#done = this.#done.filter((move) => move.id !== id)
    this.#undone = this.#undone.filter((move) => move.id !== id)
  }

  #setOffline(isOffline: boolean): void {
    if (this.#isOffline === isOffline) return
    this.#isOffline = isOffline
    this.#changed()
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  readonly #wakeUp = () => this.#wake?.()

  #changed(): void {
    this.#snapshot = this.#made()
    for (const listener of this.#listeners) listener()
  }

  #made(): Snapshot {
    return {
      items: this.#items,
      unsaved: new Set(this.#queue.keys()),
      isOffline: this.#isOffline,
      canUndo: this.#done.length > 0,
      canRedo: this.#undone.length > 0,
    }
  }
}
