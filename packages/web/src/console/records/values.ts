/** Between the texts of a form and the values of a record. */
import { fromLocal, ownZone, toLocal } from '../times.ts'
import type { Field, Relation } from './declaration.ts'
import type { AnyRecord } from './records.ts'

/** A value as its field in the form shows it. */
export function toText(field: Field, value: unknown, zone = ownZone): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'moment') return toLocal(String(value), zone)
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

export function fromText(field: Field, text: string, zone = ownZone): unknown {
  if (field.kind === 'flag') return text === 'true'
  if (text === '') return field.isNullable ? null : ''
  if (field.kind === 'number') return Number(text)
  if (field.kind === 'moment') {
    const instant = fromLocal(text, zone)
    return Number.isNaN(instant) ? text : new Date(instant).toISOString()
  }
  return field.kind === 'data' ? parsed(text) : text
}

/** What is no JSON is left to the service, which says so. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface FormParts {
  data: FormData
  fields: Field[]
  relations: Relation[]
  record: AnyRecord | undefined
  zone: string | undefined
}

/** Only what differs from the record; of a new one, only what was filled in. */
export function changesOf({ data, fields, relations, record, zone }: FormParts): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const field of fields) {
    const text = String(data.get(field.name) ?? '').replaceAll('\r\n', '\n')
    if (record ? text === toFormText(field, record[field.name], zone) : text === '' && !field.isRequired)
      continue
    if (record && field.kind === 'password' && text === '') continue
    changes[field.name] = fromText(field, text, zone)
  }
  for (const { name, isMany } of relations) {
    const chosen = data.getAll(name).map(String).filter(Boolean)
    const before = [record?.[name] ?? []].flat().map((one) => (one as { id: string }).id)
    if (chosen.toSorted().join() === before.toSorted().join()) continue
    changes[name] = isMany ? chosen : (chosen[0] ?? null)
  }
  return changes
}

function toFormText(field: Field, value: unknown, zone: string | undefined): string {
  if (field.kind === 'flag') return value ? 'true' : ''
  return toText(field, value, zone)
}
