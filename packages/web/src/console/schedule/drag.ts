/**
 * Dragging by mouse, pen and finger. While something moves, only styles of one element and of the mark below it change, at
 * most once for each frame; React hears of it when it is dropped.
 */
import { type Day, type Item, isSameSlot, type Room, type Slot, STEP, snap, wouldConflict } from './model.ts'

export interface Surface {
  canvas: HTMLElement
  scroller: HTMLElement
  /** Shows where the session would go. */
  mark: HTMLElement
  /** Follows the pointer for a session that comes from the list. */
  carried: HTMLElement
  rooms: Room[]
  day: Day
  itemOf(id: string): Item | undefined
  items(): Iterable<Item>
  textOf(slot: Slot): string
  /** `null` takes the session out of the schedule. */
  onDrop(id: string, slot: Slot | null): void
}

const MOUSE_WAY = 4
const FINGER_WAY = 8
/** A finger that rests this long drags; one that moves before scrolls. */
const FINGER_REST = 300
const EDGE = 48
const SCROLL_STEP = 14

export function attachDrag(root: HTMLElement, surface: () => Surface): () => void {
  let drag: Drag | undefined
  const end = () => {
    drag = undefined
  }
  const down = (event: PointerEvent) => {
    const target = event.target as Element
    const element = target.closest<HTMLElement>('[data-session]')
    const item = element && surface().itemOf(element.dataset.session!)
    if (!item || event.button !== 0 || drag) return
    drag = new Drag(event, element, item, target.closest('[data-resize]') !== null, surface(), end)
  }
  // Once a finger drags, it must not scroll.
  const hold = (event: TouchEvent) => {
    if (drag?.isMoving && event.cancelable) event.preventDefault()
  }
  const refuseMenu = (event: Event) => {
    if (drag?.isMoving) event.preventDefault()
  }
  root.addEventListener('pointerdown', down)
  root.addEventListener('touchmove', hold, { passive: false })
  root.addEventListener('contextmenu', refuseMenu)
  return () => {
    drag?.cancel()
    root.removeEventListener('pointerdown', down)
    root.removeEventListener('touchmove', hold)
    root.removeEventListener('contextmenu', refuseMenu)
  }
}

class Drag {
  isMoving = false
  readonly #from: { x: number; y: number }
  #at: { x: number; y: number }
  readonly #isTouch: boolean
  readonly #element: HTMLElement
  readonly #item: Item
  readonly #isResize: boolean
  readonly #surface: Surface
  readonly #onEnd: () => void
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  readonly #isBlock: boolean
  #scrolled = { left: 0, top: 0 }
  #canvas = { left: 0, top: 0, width: 1, height: 1 }
  #view = { left: 0, right: 0, top: 0, bottom: 0 }
  #grab = 0
  #frame = 0
  /** Undefined: nowhere. */
  #target: Slot | null | undefined

  constructor(
    event: PointerEvent,
    element: HTMLElement,
    item: Item,
    isResize: boolean,
    surface: Surface,
    onEnd: () => void,
  ) {
    this.#from = { x: event.clientX, y: event.clientY }
    this.#at = this.#from
    this.#isTouch = event.pointerType === 'touch'
    this.#element = element
    this.#item = item
    this.#isResize = isResize
    this.#surface = surface
    this.#onEnd = onEnd
    this.#isBlock = surface.canvas.contains(element)
    if (this.#isTouch) this.#timer = setTimeout(this.#start, FINGER_REST)
    addEventListener('pointermove', this.#move)
    addEventListener('pointerup', this.#drop)
    addEventListener('pointercancel', this.cancel)
    addEventListener('keydown', this.#key, true)
  }

  cancel = (): void => this.#finish()

  readonly #key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.isMoving) return
    event.stopPropagation()
    this.#finish()
  }

  readonly #start = () => {
    const { canvas, scroller, carried } = this.#surface
    this.isMoving = true
    this.#canvas = canvas.getBoundingClientRect()
    this.#view = scroller.getBoundingClientRect()
    this.#scrolled = { left: scroller.scrollLeft, top: scroller.scrollTop }
    this.#grab = this.#isBlock ? this.#from.y - this.#element.getBoundingClientRect().top : 0
    this.#element.dataset.dragged = ''
    if (!this.#isBlock) {
      carried.textContent = this.#item.title
      carried.hidden = false
    }
    this.#ask()
  }

  readonly #move = (event: PointerEvent) => {
    this.#at = { x: event.clientX, y: event.clientY }
    if (this.isMoving) return this.#ask()
    const way = Math.hypot(this.#at.x - this.#from.x, this.#at.y - this.#from.y)
    if (this.#isTouch) {
      if (way > FINGER_WAY) this.#finish()
    } else if (way > MOUSE_WAY) this.#start()
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#show)
  }

  readonly #show = () => {
    this.#frame = 0
    if (!this.isMoving) return
    if (this.#scrollAtEdge()) this.#ask()
    const { scroller, carried } = this.#surface
    const across = scroller.scrollLeft - this.#scrolled.left
    const down = scroller.scrollTop - this.#scrolled.top
    const { x, y } = this.#at
    if (!this.#isBlock) carried.style.transform = `translate3d(${x + 8}px, ${y + 8}px, 0)`
    else if (!this.#isResize)
      this.#element.style.transform = `translate3d(${x - this.#from.x + across}px, ${y - this.#from.y + down}px, 0)`
    this.#aim(this.#slotAt(x + across, y + down))
  }

  #slotAt(x: number, y: number): Slot | null | undefined {
    const { rooms, day } = this.#surface
    const { left, right, top, bottom } = this.#view
    const slot = this.#item.slot
    const perPixel = (day.end - day.start) / this.#canvas.height
    const timeAt = (place: number) => snap(day.start + (place - this.#canvas.top) * perPixel)
    if (this.#isResize && slot) return { ...slot, end: Math.max(slot.start + STEP, timeAt(y)) }
    const isInside = this.#at.x >= left && this.#at.x <= right && this.#at.y >= top && this.#at.y <= bottom
    // Beside the grid is the list, which takes a session out of the schedule.
    if (!isInside) return this.#isBlock && this.#at.x < left ? null : undefined
    const column = Math.floor(((x - this.#canvas.left) / this.#canvas.width) * rooms.length)
    const room = rooms[Math.min(Math.max(column, 0), rooms.length - 1)]!
    const length = slot ? slot.end - slot.start : this.#item.length
    const start = Math.max(day.start, timeAt(y - this.#grab))
    return { room: room.id, start, end: start + length }
  }

  /** Moves the mark, only when the slot is another one. */
  #aim(target: Slot | null | undefined): void {
    const isSame =
      target === undefined
        ? this.#target === undefined
        : this.#target !== undefined && isSameSlot(this.#target, target)
    if (isSame) return
    this.#target = target
    const { mark, rooms, day, textOf, items } = this.#surface
    mark.hidden = !target
    if (!target) return
    const { height, width } = this.#canvas
    const perTime = height / (day.end - day.start)
    const column = width / rooms.length
    const place = rooms.findIndex(({ id }) => id === target.room)
    mark.style.transform = `translate3d(${place * column}px, ${(target.start - day.start) * perTime}px, 0)`
    mark.style.width = `${column}px`
    mark.style.height = `${(target.end - target.start) * perTime}px`
    mark.textContent = textOf(target)
    mark.toggleAttribute('data-conflict', wouldConflict(this.#item, target, items()))
  }

  #scrollAtEdge(): boolean {
    const { scroller } = this.#surface
    const { left, right, top, bottom } = this.#view
    const { x, y } = this.#at
    if (x < left || x > right) return false
    const [oldLeft, oldTop] = [scroller.scrollLeft, scroller.scrollTop]
    if (x > right - EDGE) scroller.scrollLeft += SCROLL_STEP
    else if (x < left + EDGE) scroller.scrollLeft -= SCROLL_STEP
    if (y > bottom - EDGE) scroller.scrollTop += SCROLL_STEP
    else if (y < top + EDGE) scroller.scrollTop -= SCROLL_STEP
    return oldLeft !== scroller.scrollLeft || oldTop !== scroller.scrollTop
  }

  readonly #drop = (event: PointerEvent) => {
    const wasMoving = this.isMoving
    if (wasMoving) {
      this.#at = { x: event.clientX, y: event.clientY }
      this.#show()
    }
    const target = this.#target
    this.#finish()
    if (!wasMoving) return
    // The click that follows a drag opens nothing.
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    if (target !== undefined) this.#surface.onDrop(this.#item.id, target)
  }

  #finish(): void {
    const { mark, carried } = this.#surface
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    removeEventListener('pointermove', this.#move)
    removeEventListener('pointerup', this.#drop)
    removeEventListener('pointercancel', this.cancel)
    removeEventListener('keydown', this.#key, true)
    this.isMoving = false
    this.#element.style.transform = ''
    delete this.#element.dataset.dragged
    mark.hidden = true
    carried.hidden = true
    this.#onEnd()
  }
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}
