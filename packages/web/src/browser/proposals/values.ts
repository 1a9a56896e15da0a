/** From the records of a proposal to the texts of the form, and from the form to what has changed. */

import type { FormValues } from '../forms/service-form.tsx'
import { readList } from '../forms/upload.tsx'
import type { ProposalField } from './form.ts'
import { toHtml, toText } from './rich-text.ts'

/** A session or a speaker, by the names of the form. */
export type Stored = Record<string, unknown>

export const inputName = ({ part, name }: Pick<ProposalField, 'part' | 'name'>) => `${part}.${name}`

export function storedText(field: ProposalField, record: Stored | undefined): string {
  const holder = field.isComplex ? (record?.complexFieldValues as Stored | null) : record
  const value = holder?.[field.name]
  if (value === null || value === undefined || value === false) return ''
  if (field.kind === 'files') return listText(value as { name: string; link: string }[])
  if (typeof value === 'object') return String((value as { id?: string }).id ?? '')
  return field.kind === 'html' ? toText(String(value)) : String(value)
}

function listText(list: { name: string; link: string }[]): string {
  return list.length > 0 ? JSON.stringify(list.map(({ name, link }) => ({ name, link }))) : ''
}

/** Only what is another than before: texts that organizers formatted keep their form. */
export function changesOf(fields: ProposalField[], { text }: FormValues, record: Stored | undefined): Stored {
  const changed = fields.filter((field) => text(inputName(field)) !== storedText(field, record))
  const plain = changed.filter(({ isComplex }) => !isComplex)
  const answers = changed.filter(({ isComplex }) => isComplex)
  const answerTo = (field: ProposalField) => toValue(field, text(inputName(field)))
  const complex = Object.fromEntries(answers.map((field) => [field.name, answerTo(field)]))
  return {
    ...Object.fromEntries(plain.map((field) => [field.name, answerTo(field)])),
    ...(answers.length > 0 && {
      complexFieldValues: { ...(record?.complexFieldValues as Stored | null), ...complex },
    }),
  }
}

/** The title and the name are sent also when they are empty, so that the service says what is wrong. */
function toValue({ kind, name, isRequired, isComplex }: ProposalField, text: string): unknown {
  if (kind === 'checkbox') return text !== ''
  if (text.trim() === '') return isRequired && !isComplex && ['title', 'name'].includes(name) ? '' : null
  if (kind === 'html') return toHtml(text)
  if (kind === 'files') return readList(text)
  return kind === 'number' && isComplex && Number.isFinite(Number(text)) ? Number(text) : text.trim()
}
