/** Chooses the records that a record is linked to. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectInput } from '../../browser/forms/fields.tsx'
import { useFault } from '../../browser/forms/service-form.tsx'
import { t } from '../words.ts'
import type { Declaration, Relation } from './declaration.ts'
import { type AnyRecord, collectionOf, fieldName, labelOf, useDeclarations } from './records.ts'

interface RelationInputProps {
  relation: Relation
  value: unknown
  event: string | undefined
}

const MOST = 1_000

export function RelationInput({ relation, value, event }: RelationInputProps) {
  const target = useDeclarations().find(({ type }) => type === relation.target)
  const isOfEvent = event !== undefined && target?.ofEvent === 'many'
  const { data = [] } = useQuery({
    queryKey: ['options', relation.target, isOfEvent ? event : ''],
    queryFn: async () => {
      const query = { ...(isOfEvent && { event }), page: { size: MOST } }
      return (await collectionOf(target!).list(query)).records
    },
    enabled: target !== undefined && (isOfEvent || target.canList),
  })
  const chosen = [value ?? []].flat() as AnyRecord[]
  if (!target || (data.length === 0 && chosen.length === 0)) return null
  if (relation.isMany) return <Many {...{ relation, target, chosen }} options={data} />
  return (
    <SelectInput
      key={data.length}
      name={relation.name}
      label={fieldName(relation.name)}
      hint={relation.about}
      isRequired={relation.isRequired}
      stored={chosen[0]?.id}
      options={data.map((record) => ({ value: record.id, label: labelOf(target, record) }))}
    />
  )
}

interface ManyProps {
  relation: Relation
  target: Declaration
  chosen: AnyRecord[]
  options: AnyRecord[]
}

const LONG_LIST = 10

function Many({ relation: { name, about }, target, chosen, options }: ManyProps) {
  const [words, setWords] = useState('')
  const fault = useFault(name)
  const [ids] = useState(() => new Set(chosen.map(({ id }) => id)))
  return (
    <fieldset className="c-many">
      <legend>{fieldName(name)}</legend>
      <p className="hint">{about}</p>
      {options.length > LONG_LIST && (
        <input
          type="search"
          aria-label={t('records.search')}
          placeholder={t('records.search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <div className="c-options">
        {options.map((record) => {
          const label = labelOf(target, record)
          return (
            <label key={record.id} hidden={!label.toLowerCase().includes(words.toLowerCase())}>
              <input type="checkbox" name={name} value={record.id} defaultChecked={ids.has(record.id)} />{' '}
              {label}
            </label>
          )
        })}
      </div>
      {fault && <p className="field-fault">{fault}</p>}
    </fieldset>
  )
}
