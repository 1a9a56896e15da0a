/** What a record says of itself and nobody can write. */
import { Panel } from '../parts/page.tsx'
import { t } from '../words.ts'
import type { Declaration } from './declaration.ts'
import { type AnyRecord, fieldName } from './records.ts'
import { Value } from './value.tsx'

interface FactsProps {
  declaration: Declaration
  record: AnyRecord
  zone: string | undefined
}

export function Facts({ declaration, record, zone }: FactsProps) {
  const fields = declaration.fields.filter(
    ({ name, isRead, inUpdate }) =>
      isRead && !inUpdate && record[name] !== null && record[name] !== undefined,
  )
  if (fields.length === 0) return null
  return (
    <Panel title={t('records.facts')}>
      <dl className="c-facts">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{fieldName(field.name)}</dt>
            <dd>
              <Value field={field} value={record[field.name]} zone={zone} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
