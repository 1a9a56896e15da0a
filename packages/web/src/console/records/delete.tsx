/** Deletes a record, after saying what goes with it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../browser/forms/action.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words.ts'
import type { Declaration } from './declaration.ts'
import { type AnyRecord, collectionOf, fieldName, labelOf } from './records.ts'

interface DeleteProps {
  declaration: Declaration
  record: AnyRecord
  onDone: () => void
}

export function Delete({ declaration, record, onDone }: DeleteProps) {
  const [isAsking, setAsking] = useState(false)
  const name = labelOf(declaration, record)
  return (
    <p>
      <button type="button" className="c-danger" onClick={() => setAsking(true)}>
        {t('records.delete')}
      </button>
      {isAsking && (
        <Dialog title={t('records.deleteTitle', { name })} onClose={() => setAsking(false)}>
          <Linked declaration={declaration} record={record} />
          <p>{t('deletedAt' in record ? 'records.canRestore' : 'records.isGone')}</p>
          <Action
            isStrong
            text={t('records.deleteNow', { name })}
            onAct={async () => {
              await collectionOf(declaration).delete(record.id)
              onDone()
            }}
          />
        </Dialog>
      )}
    </p>
  )
}

/** How many records are linked with it. */
function Linked({ declaration, record }: Pick<DeleteProps, 'declaration' | 'record'>) {
  const many = declaration.relations.filter(({ isMany }) => isMany)
  const { data = [] } = useQuery({
    queryKey: ['linked', declaration.type, record.id],
    queryFn: () =>
      Promise.all(
        many.map(async ({ name }) => {
          const page = await collectionOf(declaration)
            .related(record.id, name, { page: { size: 1 } })
            .catch(() => undefined)
          return { name, count: page?.count ?? 0 }
        }),
      ),
  })
  const linked = data.filter(({ count }) => count > 0)
  if (linked.length === 0) return null
  return (
    <>
      <p>{t('records.linked')}</p>
      <ul>
        {linked.map(({ name, count }) => (
          <li key={name}>
            {fieldName(name)}: {count}
          </li>
        ))}
      </ul>
    </>
  )
}
