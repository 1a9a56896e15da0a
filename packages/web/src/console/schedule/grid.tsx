/** Rooms by times for one day. */
import { type KeyboardEvent, type Ref, useMemo } from 'react'
import { formatOf, showTime } from '../times.ts'
import { t } from '../words.ts'
import { Block } from './block.tsx'
import type { Carried } from './keys.ts'
import { type ConflictKind, type Day, MINUTE, type Placed, type Room, type Slot } from './model.ts'

const HOUR = 60 * MINUTE
export const HOUR_HEIGHT = 96
const LEAST_COLUMN = 150
const TIMES_WIDTH = 56

export interface GridRefs {
  scroller: Ref<HTMLDivElement>
  canvas: Ref<HTMLDivElement>
  mark: Ref<HTMLDivElement>
}

interface GridProps {
  day: Day
  rooms: Room[]
  timezone: string
  placed: Placed[]
  conflicts: Map<string, Set<ConflictKind>>
  unsaved: ReadonlySet<string>
  carried: Carried | undefined
  active: string | undefined
  refs: GridRefs
  onKey: (event: KeyboardEvent) => void
  onOpen: (id: string) => void
  onActive: (id: string) => void
}

export function Grid(props: GridProps) {
  const { day, rooms, timezone, placed, conflicts, unsaved, carried, active, refs } = props
  const height = ((day.end - day.start) / HOUR) * HOUR_HEIGHT
  const idOf = (target: EventTarget) =>
    (target as Element).closest<HTMLElement>('[data-session]')?.dataset.session
  const first = active ?? placed[0]?.item.id
  return (
    <section
      className="s-scroller"
      ref={refs.scroller}
      aria-label={t('schedule.grid')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
      tabIndex={0}
    >
      <div className="s-sheet" style={{ minWidth: rooms.length * LEAST_COLUMN + TIMES_WIDTH }}>
        <div className="s-corner" />
        <div className="s-rooms" style={{ gridTemplateColumns: `repeat(${rooms.length}, 1fr)` }}>
          {rooms.map(({ id, name }) => (
            <div key={id} title={name}>
              {name}
            </div>
          ))}
        </div>
        <Times day={day} timezone={timezone} />
        <div
          className="s-canvas"
          ref={refs.canvas}
          role="application"
          aria-label={t('schedule.canvas')}
          aria-describedby="schedule-help"
          style={{ height, backgroundSize: `${100 / rooms.length}% ${HOUR_HEIGHT / 2}px` }}
          onKeyDown={props.onKey}
          onClick={(event) => {
            const id = idOf(event.target)
            if (id) props.onOpen(id)
          }}
          onFocus={(event) => {
            const id = idOf(event.target)
            if (id) props.onActive(id)
          }}
        >
          {placed.map(({ item, slot: stored, lane, lanes }) => {
            const isCarried = carried?.id === item.id
            const slot = isCarried ? carried.slot : stored
            const column = rooms.findIndex(({ id }) => id === slot.room)
            const width = 1 / rooms.length / (isCarried ? 1 : lanes)
            const wrong = conflicts.get(item.id)
            return (
              <Block
                key={item.id}
                id={item.id}
                title={item.title}
                speakers={item.speakers.map(({ name }) => name).join(', ')}
                label={labelOf(slot, rooms[column]?.name ?? '', timezone, wrong)}
                time={rangeOf(slot, timezone)}
                color={item.track?.color}
                top={((slot.start - day.start) / HOUR) * HOUR_HEIGHT}
                height={((slot.end - slot.start) / HOUR) * HOUR_HEIGHT}
                left={column / rooms.length + (isCarried ? 0 : lane * width)}
                width={width}
                isTentative={item.state === 'pending'}
                conflict={wrong ? [...wrong].join(' ') : ''}
                isUnsaved={unsaved.has(item.id)}
                isCarried={isCarried}
                isActive={item.id === first}
              />
            )
          })}
          <div className="s-mark" ref={refs.mark} hidden aria-hidden="true" />
        </div>
      </div>
    </section>
  )
}

function Times({ day, timezone }: { day: Day; timezone: string }) {
  const hours = useMemo(
    () => Array.from({ length: (day.end - day.start) / HOUR }, (_, place) => day.start + place * HOUR),
    [day.start, day.end],
  )
  return (
    <div className="s-times" aria-hidden="true">
      {hours.map((hour) => (
        <div key={hour} style={{ height: HOUR_HEIGHT }}>
          {showTime(hour, timezone)}
        </div>
      ))}
    </div>
  )
}

export function rangeOf({ start, end }: Slot, timeZone: string): string {
  return formatOf(t.locale, { timeZone, hour: '2-digit', minute: '2-digit' }).formatRange(start, end)
}

function labelOf(slot: Slot, room: string, timezone: string, wrong: Set<ConflictKind> | undefined): string {
  const parts = ['', rangeOf(slot, timezone), room]
  if (wrong) parts.push([...wrong].map((kind) => t(`conflict.${kind}`)).join(', '))
  return parts.join(', ')
}
