/** Beside the grid: sessions without a slot, and what is wrong with the schedule. */
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { State } from '../parts/state.tsx'
import { t } from '../words.ts'
import { type ConflictKind, type Item, MINUTE } from './model.ts'
import { conflictsQuery } from './read.ts'

interface TrayProps {
  event: string
  items: ReadonlyMap<string, Item>
  conflicts: Map<string, Set<ConflictKind>>
  onPlace: (item: Item) => void
  onOpen: (id: string) => void
}

export function Tray({ event, items, conflicts, onPlace, onOpen }: TrayProps) {
  const [words, setWords] = useState('')
  const waiting = useMemo(() => [...items.values()].filter(({ slot }) => slot === null), [items])
  const found = waiting.filter(({ title, speakers }) =>
    [title, ...speakers.map(({ name }) => name)].join(' ').toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <div className="s-tray">
      <section aria-labelledby="tray-waiting">
        <h2 id="tray-waiting">{t.count('schedule.waiting', waiting.length)}</h2>
        {waiting.length > 5 && (
          <input
            type="search"
            aria-label={t('schedule.find')}
            placeholder={t('schedule.find')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        <ul className="s-waiting">
          {found.map((item) => (
            <Waiting key={item.id} item={item} onPlace={onPlace} />
          ))}
        </ul>
      </section>
      <Conflicts event={event} marked={conflicts} items={items} onOpen={onOpen} />
    </div>
  )
}

const Waiting = memo(function Waiting({ item, onPlace }: { item: Item; onPlace: (item: Item) => void }) {
  const { id, title, speakers, length, state, track } = item
  return (
    <li>
      <button
        type="button"
        className="s-item"
        data-session={id}
        style={{ borderLeftColor: track?.color }}
        onClick={() => onPlace(item)}
      >
        <strong>{title}</strong>
        <span>
          {t('schedule.minutes', { count: String(length / MINUTE) })}
          {speakers.length > 0 && ` · ${speakers.map(({ name }) => name).join(', ')}`}
        </span>
        {state !== 'confirmed' && <State state={state} />}
      </button>
    </li>
  )
})

interface ConflictsProps extends Pick<TrayProps, 'event' | 'items' | 'onOpen'> {
  marked: TrayProps['conflicts']
}

/** The service has the last word; until it is asked again, what was found here counts too. */
function Conflicts({ event, marked, items, onOpen }: ConflictsProps) {
  const { data } = useQuery(conflictsQuery(event))
  const count = Math.max(data?.count ?? 0, marked.size > 0 ? 1 : 0)
  return (
    <section aria-labelledby="tray-conflicts">
      <h2 id="tray-conflicts">{t.count('schedule.conflicts', data?.count ?? count)}</h2>
      {count === 0 && <p className="c-fine">{t('schedule.noConflicts')}</p>}
      <ul className="s-conflicts">
        {data?.records.map(({ id, message, sessions }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                const known = sessions.find((session) => items.has(session.id))
                if (known) onOpen(known.id)
              }}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
