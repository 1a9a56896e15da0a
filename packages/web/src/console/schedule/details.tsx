/** A session and its slot in a dialog: everything that dragging does, by fields. */
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { State } from '../parts/state.tsx'
import { Link } from '../router.tsx'
import { fromLocal, toLocal } from '../times.ts'
import { t } from '../words.ts'
import { type ConflictKind, type Day, type Frame, type Item, MINUTE, type Room, type Slot } from './model.ts'

interface DetailsProps {
  event: string
  item: Item
  rooms: Room[]
  frame: Frame
  day: Day
  conflicts: Set<ConflictKind> | undefined
  onSave: (slot: Slot | null) => void
  onClose: () => void
}

export function Details({ event, item, rooms, frame, day, conflicts, onSave, onClose }: DetailsProps) {
  const { title, speakers, state, track, slot, length } = item
  const save = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    const data = new FormData(submitted.currentTarget)
    const start = fromLocal(String(data.get('start')), frame.timezone)
    const minutes = Number(data.get('length'))
    if (Number.isNaN(start) || !(minutes > 0)) return
    onSave({ room: String(data.get('room')), start, end: start + minutes * MINUTE })
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="s-about">
        <State state={state} />
        {track && <span>{track.name}</span>}
        {speakers.length > 0 && <span>{speakers.map(({ name }) => name).join(', ')}</span>}
      </p>
      {conflicts && (
        <ul className="s-wrong">
          {[...conflicts].map((kind) => (
            <li key={kind}>{t(`conflict.${kind}`)}</li>
          ))}
        </ul>
      )}
      <form className="form" onSubmit={save}>
        <SlotFields
          rooms={rooms}
          room={slot?.room ?? rooms[0]!.id}
          start={toLocal(slot?.start ?? day.start, frame.timezone)}
          minutes={(slot ? slot.end - slot.start : length) / MINUTE}
        />
        <p className="actions">
          <button type="submit">{t(slot ? 'schedule.move' : 'schedule.put')}</button>
          {slot && (
            <button
              type="button"
              onClick={() => {
                onSave(null)
                onClose()
              }}
            >
              {t('schedule.takeOut')}
            </button>
          )}
          <Link className="button" to={`events/${event}/sessions/${item.id}`}>
            {t('schedule.edit')}
          </Link>
        </p>
      </form>
    </Dialog>
  )
}

interface SlotFieldsProps {
  rooms: Room[]
  room: string
  start: string
  minutes: number
}

function SlotFields({ rooms, room, start, minutes }: SlotFieldsProps) {
  const id = useId()
  const [chosen, setChosen] = useState(room)
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-room`}>{t('schedule.room')}</label>
        <select
          id={`${id}-room`}
          name="room"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {rooms.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <div className="c-pair">
        <div className="field">
          <label htmlFor={`${id}-start`}>{t('schedule.start')}</label>
          <input id={`${id}-start`} name="start" type="datetime-local" defaultValue={start} required />
        </div>
        <div className="field">
          <label htmlFor={`${id}-length`}>{t('schedule.length')}</label>
          <input
            id={`${id}-length`}
            name="length"
            type="number"
            min={5}
            max={1440}
            step={5}
            defaultValue={minutes}
            required
          />
        </div>
      </div>
    </>
  )
}
