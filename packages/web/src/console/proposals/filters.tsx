/** What is shown, as it stands in the address. */

import { fieldName } from '../records/records.ts'
import { setQuery, useQueryString } from '../router.tsx'
import { t } from '../words.ts'
import { COLUMNS, type Column } from './columns.ts'
import { STATES, wantedOf } from './read.ts'

interface FiltersProps {
  tracks: { id: string; name: string }[]
  /** How many match; undefined while that is not known. */
  count: number | undefined
  columns: Column[]
  onColumn: (column: Column) => void
}

export function Filters({ tracks, count, columns, onColumn }: FiltersProps) {
  const { words, state, track } = wantedOf(useQueryString())
  return (
    <search className="c-filter">
      <input
        type="search"
        aria-label={t('proposals.search')}
        placeholder={t('proposals.search')}
        defaultValue={words}
        onChange={(event) => setQuery({ q: event.currentTarget.value })}
      />
      <select
        aria-label={t('overview.state')}
        value={state}
        onChange={(event) => setQuery({ state: event.currentTarget.value })}
      >
        <option value="">{t('proposals.allStates')}</option>
        {STATES.map((one) => (
          <option key={one} value={one}>
            {t(`state.${one}`)}
          </option>
        ))}
      </select>
      {tracks.length > 0 && (
        <select
          aria-label={t('proposals.track')}
          value={track}
          onChange={(event) => setQuery({ track: event.currentTarget.value })}
        >
          <option value="">{t('proposals.allTracks')}</option>
          {tracks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <details className="p-columns">
        <summary>{t('proposals.columns')}</summary>
        <div>
          {COLUMNS.map((column) => (
            <label key={column}>
              <input type="checkbox" checked={columns.includes(column)} onChange={() => onColumn(column)} />{' '}
              {fieldName(column)}
            </label>
          ))}
        </div>
      </details>
      <p className="quiet" role="status">
        {count !== undefined && t.count('proposals.count', count)}
      </p>
    </search>
  )
}
