/** A day of a schedule as a table of times and rooms. */
import { useAround, useLink } from '../context.ts'
import { type Grid, type GridCell, gridOf } from './grid.ts'
import type { Day, Slot } from './programme.ts'
import { formatOf, LONG_DAY, TIME, tidy } from './times.tsx'
import { colorClass } from './track.tsx'

/** Any moment of the day will do: formats take it in UTC. */
export const noon = (date: string) => new Date(`${date}T12:00:00Z`)

interface DayTableProps {
  day: Day
  timezone: string
  identifier: string
}

export function DayTable({ day, timezone, identifier }: DayTableProps) {
  const { words } = useAround()
  const title = formatOf(words.locale, 'UTC', LONG_DAY).format(noon(day.date))
  const id = `day-${day.date}`
  if (day.sessions.length === 0) return null
  return (
    <section className="day" aria-labelledby={id}>
      <div className="day-title">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="day-scroll">
        <Table grid={gridOf(day)} timezone={timezone} identifier={identifier} />
      </div>
    </section>
  )
}

function Table({ grid, timezone, identifier }: { grid: Grid; timezone: string; identifier: string }) {
  const { words } = useAround()
  const times = formatOf(words.locale, timezone, TIME)
  return (
    <table className="grid" data-now={words('schedule.now')}>
      <thead>
        <tr>
          <th scope="col">{words('schedule.time')}</th>
          {grid.rooms.map(({ name, columns }) => (
            <th
              key={name}
              scope={columns > 1 ? 'colgroup' : 'col'}
              colSpan={columns > 1 ? columns : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map(({ time, isStart, cells }) => (
          <tr key={time} className={isStart ? undefined : 'between'}>
            {isStart ? <th scope="row">{tidy(times.format(time))}</th> : <td className="free" />}
            {cells.map((cell) => (
              <Cell key={cell.key} cell={cell} times={times} identifier={identifier} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  cell: GridCell
  times: Intl.DateTimeFormat
  identifier: string
}

function Cell({ cell: { rows, slots }, times, identifier }: CellProps) {
  const rowSpan = rows === 1 ? undefined : rows
  if (slots.length === 0) return <td rowSpan={rowSpan} className="free" />
  return (
    <td rowSpan={rowSpan} className={slots.length > 1 ? 'many' : undefined}>
      {slots.map((slot) => (
        <Talk key={slot.id} slot={slot} times={times} identifier={identifier} />
      ))}
    </td>
  )
}

function Talk({ slot, times, identifier }: { slot: Slot; times: Intl.DateTimeFormat; identifier: string }) {
  const link = useLink()
  const { title, startsAt, endsAt, room, track, speakers } = slot
  return (
    <div className={`talk ${colorClass(track)}`} data-from={startsAt / 1000} data-to={endsAt / 1000}>
      <a href={link(`/events/${identifier}/sessions/${slot.id}`)}>{title}</a>
      {speakers.length > 0 && <p>{speakers.join(', ')}</p>}
      <p className="quiet">
        {tidy(times.formatRange(startsAt, endsAt))} · {room.name}
        {track && ` · ${track.name}`}
      </p>
    </div>
  )
}
