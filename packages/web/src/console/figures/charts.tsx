/** Small charts of plain SVG and HTML. */
import { t } from '../words.ts'

type Row = [name: string, count: number]

const WIDTH = 100

/** A bar for each name, with its number. */
export function Bars({ rows, colors }: { rows: Row[]; colors?: Map<string, string> }) {
  const most = Math.max(1, ...rows.map(([, count]) => count))
  if (rows.length === 0) return <p className="quiet">{t('records.none')}</p>
  return (
    <table className="f-bars">
      <tbody>
        {rows.map(([name, count]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none">
                <rect
                  width={(count / most) * WIDTH}
                  height="10"
                  fill={colors?.get(name) || 'var(--accent)'}
                />
              </svg>
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A column for each day. */
export function Columns({ rows }: { rows: Row[] }) {
  const most = Math.max(1, ...rows.map(([, count]) => count))
  if (rows.length === 0) return <p className="quiet">{t('records.none')}</p>
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  const [first] = rows[0]!
  const [last] = rows.at(-1)!
  const label = t('figures.columns', { count: String(total), first, last, most: String(most) })
  return (
    <figure className="f-columns">
      <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length * 4} 40`} preserveAspectRatio="none">
        {rows.map(([name, count], place) => (
          <rect
            key={name}
            x={place * 4 + 0.5}
            y={40 - (count / most) * 40}
            width="3"
            height={(count / most) * 40}
            fill="var(--accent)"
          />
        ))}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

interface HeatProps {
  hours: number[]
  rooms: [name: string, used: Map<number, number>][]
}

/** Rooms by hours; the more of an hour is used, the stronger the colour. */
export function Heat({ hours, rooms }: HeatProps) {
  const most = Math.max(1, ...rooms.flatMap(([, used]) => [...used.values()]))
  if (rooms.length === 0) return <p className="quiet">{t('records.none')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <section className="f-heat" aria-label={t('figures.rooms')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map(([name, used]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {hours.map((hour) => (
                <td key={hour}>
                  <span style={{ opacity: (used.get(hour) ?? 0) / most }} />
                  <span className="hidden-label">
                    {t('schedule.minutes', { count: String(used.get(hour) ?? 0) })}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
