/** A form for a record of any type. The service checks it; what it finds stands at the fields. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangedError } from '../../../../client/src/plenum-client.ts'
import { Alert } from '../../browser/forms/messages.tsx'
import { type FormValues, ServiceForm } from '../../browser/forms/service-form.tsx'
import { note } from '../parts/announcer.tsx'
import { Waiting } from '../parts/page.tsx'
import { navigate } from '../router.tsx'
import { t } from '../words.ts'
import type { Declaration, Field, Relation } from './declaration.ts'
import { Delete } from './delete.tsx'
import { Facts } from './facts.tsx'
import { FieldInput } from './field-input.tsx'
import { collectionOf, labelOf, type ReadRecord, readRecord, typeName } from './records.ts'
import { RelationInput } from './relation-input.tsx'
import { Secrets, secretsOf } from './secrets.tsx'
import { changesOf } from './values.ts'

interface RecordFormProps {
  declaration: Declaration
  /** The event that the record belongs to. */
  event: string | undefined
  /** `new` for a new one, nothing for a type with one record. */
  id: string
  zone: string | undefined
}

export function RecordForm({ declaration, event, id, zone }: RecordFormProps) {
  const { data, error } = useQuery({
    queryKey: ['record', declaration.type, id],
    queryFn: () => readRecord(declaration, id),
    enabled: id !== 'new',
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (id !== 'new' && !data) return <Waiting error={error} />
  return <Fields key={data ? 'stored' : 'new'} read={data} {...{ declaration, event, id, zone }} />
}

interface FieldsProps extends RecordFormProps {
  read: ReadRecord | undefined
}

function Fields({ declaration, event, id, zone, read }: FieldsProps) {
  const record = read && { ...read.record, ...read.linked }
  const queries = useQueryClient()
  const [isOld, setOld] = useState(false)
  const [round, setRound] = useState(0)
  const [secrets, setSecrets] = useState<Record<string, string>>()
  const isHere = ({ inCreate, inUpdate }: Pick<Field, 'inCreate' | 'inUpdate'>) =>
    record ? inUpdate : inCreate
  const fields = declaration.fields.filter((field) => isHere(field) && field.name !== 'deletedAt')
  const relations = declaration.relations.filter((relation) => isHere(relation) && isOffered(relation, event))
  const base = event ? `events/${event}/${declaration.path}` : `records/${declaration.path}`
  const done = async () => {
    await queries.invalidateQueries()
    setRound(round + 1)
    note(t('records.saved'))
  }
  const save = async ({ data }: FormValues) => {
    const changes = changesOf({ data, fields, relations, record, zone })
    const collection = collectionOf(declaration)
    if (!record) {
      const made = await collection.create({ ...changes, ...(event && hasEvent(declaration) && { event }) })
      const shown = secretsOf(declaration, made)
      await queries.invalidateQueries()
      if (shown) setSecrets(shown)
      else navigate(base)
      return note(t('records.created', { name: labelOf(declaration, made) }))
    }
    try {
      if (declaration.isSingle)
        await (collection as unknown as { update(fields: object): Promise<unknown> }).update(changes)
      else await collection.update(id, changes, { ifUnchanged: read!.record })
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error
      return setOld(true)
    }
    await done()
  }
  if (secrets) return <Secrets secrets={secrets} onDone={() => navigate(base)} />
  const isChangeable = record ? declaration.canUpdate : declaration.canCreate
  return (
    <div className="c-record">
      {isOld && <Alert texts={[t('records.old')]} />}
      {isChangeable && (
        <div className="c-narrow">
          <ServiceForm
            key={round}
            needsLogIn
            name={`record-${declaration.type}-${event ?? ''}-${id}`}
            submit={t(record ? 'records.save' : 'records.create')}
            onSubmit={save}
          >
            {fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={record?.[field.name]}
                zone={zone}
                isNew={!record}
              />
            ))}
            {relations.map((relation) => (
              <RelationInput
                key={relation.name}
                relation={relation}
                value={record?.[relation.name]}
                event={event}
              />
            ))}
          </ServiceForm>
        </div>
      )}
      {record && <Facts declaration={declaration} record={record} zone={zone} />}
      {record && declaration.canDelete && (
        <Delete
          declaration={declaration}
          record={record}
          onDone={() => {
            navigate(declaration.type === 'event' ? '' : base)
            note(t('records.deleted', { name: labelOf(declaration, record) }))
            setTimeout(() => void queries.invalidateQueries())
          }}
        />
      )}
      {!isChangeable && !record && <p>{typeName(declaration)}</p>}
    </div>
  )
}

const hasEvent = ({ relations }: Declaration) =>
  relations.some(({ name, inCreate }) => name === 'event' && inCreate)

/** Records of other events, and people, are not chosen from lists. */
function isOffered({ name, target }: Relation, event: string | undefined): boolean {
  if (target === 'user' || (name === 'event' && event !== undefined)) return false
  return true
}
