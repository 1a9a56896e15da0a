/** A value as a list shows it. */
import { State } from '../parts/state.tsx'
import { showMoment } from '../times.ts'
import { t } from '../words.ts'
import type { Field } from './declaration.ts'

interface ValueProps {
  field: Field
  value: unknown
  zone: string | undefined
}

export function Value({ field: { kind, name }, value, zone }: ValueProps) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  if (kind === 'moment') return <>{showMoment(String(value), zone)}</>
  if (kind === 'flag') return <>{t(value ? 'records.yes' : 'records.no')}</>
  if (name === 'state') return <State state={String(value)} />
  if (kind === 'color')
    return (
      <span className="c-color">
        <span style={{ background: String(value) }} />
        {String(value)}
      </span>
    )
  if (typeof value === 'object') return <code>{JSON.stringify(value)}</code>
  return <>{String(value)}</>
}
