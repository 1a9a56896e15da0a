/** The schedule editor. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { announce } from '../parts/announcer.tsx'
import { Page, Waiting } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link, setQuery, useQueryString } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { showDay } from '../times.ts'
import { t } from '../words.ts'
import { Details } from './details.tsx'
import { attachDrag, type Surface } from './drag.ts'
import { Grid, rangeOf } from './grid.tsx'
import { type Carried, handleKey } from './keys.ts'
import {
  conflictsOf,
  daysOf,
  type Frame,
  freeSlot,
  type Item,
  placedOf,
  type ReadItems,
  type Room,
  type Slot,
} from './model.ts'
import { itemsQuery, roomsQuery } from './read.ts'
import { Tools } from './tools.tsx'
import { Tray } from './tray.tsx'
import { useStore } from './use-store.ts'

export default function Schedule({ params: { event } }: { params: PageParams }) {
  const about = useQuery(eventQuery(event))
  const rooms = useQuery(roomsQuery(event))
  const items = useQuery({ ...itemsQuery(event), refetchOnWindowFocus: false })
  const isReady = about.data && rooms.data && items.data
  return (
    <Page
      isWide
      title={t('schedule.title')}
      above={<Link to={`events/${event}`}>{about.data?.name ?? t('parts.overview')}</Link>}
      actions={
        <Link className="button strong" to={`events/${event}/releases`}>
          {t('schedule.toReleases')}
        </Link>
      }
    >
      {!isReady && <Waiting error={about.error ?? rooms.error ?? items.error} />}
      {isReady && rooms.data.length === 0 && (
        <div className="nothing">
          <p>{t('schedule.noRooms')}</p>
          <Link className="button strong" to={`events/${event}/microlocations/new`}>
            {t('schedule.addRoom')}
          </Link>
        </div>
      )}
      {isReady && rooms.data.length > 0 && (
        <Editor
          event={event}
          rooms={rooms.data}
          frame={{
            timezone: about.data.timezone,
            start: Date.parse(about.data.startsAt ?? about.data.endsAt),
            end: Date.parse(about.data.endsAt),
          }}
          read={items.data}
        />
      )}
    </Page>
  )
}

interface EditorProps {
  event: string
  rooms: Room[]
  frame: Frame
  read: ReadItems
}

function Editor({ event, rooms, frame, read }: EditorProps) {
  const store = useStore(event, read)
  const state = useSyncExternalStore(store.subscribe, store.snapshot)
  const { items, unsaved } = state
  const days = useMemo(() => daysOf(frame, items.values()), [frame, items])
  const wanted = useQueryString().get('day')
  const day = days.find(({ date }) => date === wanted) ?? days[0]!
  const placed = useMemo(() => placedOf(items.values(), day, rooms), [items, day, rooms])
  const conflicts = useMemo(() => conflictsOf(items.values(), frame), [items, frame])
  const [carried, setCarried] = useState<Carried>()
  const [active, setActive] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const parts = {
    scroller: useRef<HTMLDivElement>(null),
    canvas: useRef<HTMLDivElement>(null),
    mark: useRef<HTMLDivElement>(null),
  }
  const carriedRef = useRef<HTMLDivElement>(null)
  const roomName = (id: string) => rooms.find((room) => room.id === id)?.name ?? ''
  const textOf = (slot: Slot) => `${rangeOf(slot, frame.timezone)}, ${roomName(slot.room)}`
  const drop = (id: string, slot: Slot | null) => {
    store.move(id, slot)
    const title = items.get(id)?.title ?? ''
    announce(slot ? t('schedule.moved', { title, slot: textOf(slot) }) : t('schedule.removed', { title }))
  }
  const surface = useRef<() => Surface>(undefined)
  surface.current = () => ({
    canvas: parts.canvas.current!,
    scroller: parts.scroller.current!,
    mark: parts.mark.current!,
    carried: carriedRef.current!,
    rooms,
    day,
    itemOf: (id) => store.snapshot().items.get(id),
    items: () => store.snapshot().items.values(),
    textOf,
    onDrop: drop,
  })
  useEffect(() => attachDrag(root.current!, () => surface.current!()), [])
  const focus = (id: string) => {
    setActive(id)
    requestAnimationFrame(() =>
      parts.canvas.current?.querySelector<HTMLElement>(`[data-session="${id}"]`)?.focus(),
    )
  }
  const lift = (next: Carried) => {
    const title = items.get(next.id)!.title
    if (!carried) announce(t('schedule.lifted', { title }))
    else announce(textOf(next.slot))
    setCarried(next)
  }
  const place = (item: Item) => {
    const slot = freeSlot(item, day, rooms, items.values())
    drop(item.id, slot)
    focus(item.id)
  }
  const step = (way: 'undo' | 'redo') => {
    const item = store[way]()
    if (item) announce(t(way === 'undo' ? 'schedule.undone' : 'schedule.redone', { title: item.title }))
  }
  const keyParts = {
    day,
    rooms,
    placed,
    carried,
    itemOf: (id: string) => items.get(id),
    onFocus: focus,
    onCarry: lift,
    onDrop: ({ id, slot }: Carried) => {
      setCarried(undefined)
      drop(id, slot)
      focus(id)
    },
    onCancel: () => {
      setCarried(undefined)
      announce(t('schedule.cancelled'))
    },
    onOpen: setOpened,
    onRemove: (id: string) => drop(id, null),
  }
  const open = useCallback((id: string) => setOpened(id), [])
  const openedItem = opened === undefined ? undefined : items.get(opened)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for undo and redo work everywhere in the editor
    <div
      ref={root}
      className="s-editor"
      onKeyDown={(pressed) => {
        if (!(pressed.ctrlKey || pressed.metaKey) || !['z', 'y'].includes(pressed.key.toLowerCase())) return
        pressed.preventDefault()
        step(pressed.key.toLowerCase() === 'y' || pressed.shiftKey ? 'redo' : 'undo')
      }}
    >
      <Tools
        state={state}
        days={days.map(({ date, start }) => ({ date, text: showDay(start, frame.timezone) }))}
        day={day.date}
        onDay={(date) => setQuery({ day: date })}
        onUndo={() => step('undo')}
        onRedo={() => step('redo')}
      />
      <p id="schedule-help" className="hidden-label">
        {t('schedule.help')}
      </p>
      <div className="s-main">
        <Tray event={event} items={items} conflicts={conflicts} onPlace={place} onOpen={open} />
        <Grid
          {...{ day, rooms, placed, conflicts, unsaved, carried, active }}
          timezone={frame.timezone}
          refs={parts}
          onKey={(pressed) => handleKey(pressed, keyParts)}
          onOpen={open}
          onActive={setActive}
        />
      </div>
      <div ref={carriedRef} className="s-carried" hidden aria-hidden="true" />
      {openedItem && (
        <Details
          {...{ rooms, frame, day }}
          event={event}
          item={openedItem}
          conflicts={conflicts.get(openedItem.id)}
          onSave={(slot) => drop(openedItem.id, slot)}
          onClose={() => {
            setOpened(undefined)
            focus(openedItem.id)
          }}
        />
      )}
    </div>
  )
}
