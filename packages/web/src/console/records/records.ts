/** Records of any type, by what is declared of it. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '../../browser/service.ts'
import { textOf } from '../words.ts'
import type { Declaration, Field } from './declaration.ts'

export type AnyRecord = { id: string } & Record<string, unknown>

interface AnyPage {
  records: AnyRecord[]
  count: number
  next(): Promise<AnyPage | undefined>
}

/** As the typed collections of the client, for a type that is only known now. */
interface AnyCollection {
  get(id: string, query?: object): Promise<AnyRecord>
  list(query?: object): Promise<AnyPage>
  create(fields: object): Promise<AnyRecord>
  update(id: string, fields: object, options?: object): Promise<AnyRecord>
  delete(id: string): Promise<void>
  related(id: string, name: string, query?: object): Promise<{ count: number } & AnyRecord>
}

export const declarationsQuery = queryOptions({
  queryKey: ['declarations'],
  queryFn: async () => (await import('virtual:declarations')).default,
  staleTime: Number.POSITIVE_INFINITY,
})

export function useDeclarations(): Declaration[] {
  return useSuspenseQuery(declarationsQuery).data
}

export function collectionOf({ path }: Pick<Declaration, 'path'>): AnyCollection {
  const name = path.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())
  return (client as unknown as Record<string, AnyCollection>)[name]!
}

const PAGE = 100

export interface Wanted {
  event: string | undefined
  words: string
  sort: string
}

/** A page of a list; `after` are the pages before it. */
export async function readPage(declaration: Declaration, wanted: Wanted): Promise<AnyPage> {
  const { event, words, sort } = wanted
  if (event && declaration.ofEvent === 'one') return readOne(declaration, event)
  const label = labelField(declaration)
  const isText = label && ['text', 'long', 'email', 'link'].includes(label.kind)
  const filter =
    words && isText
      ? [{ name: label.name, op: 'ilike', val: `%${words.replace(/[%_\\]/g, '\\$&')}%` }]
      : undefined
  return collectionOf(declaration).list({
    ...(event && { event }),
    ...(filter && { filter }),
    ...(sort && { sort: [sort] }),
    page: { size: PAGE },
  })
}

async function readOne(declaration: Declaration, event: string): Promise<AnyPage> {
  const name = declaration.type.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())
  const record = await collectionOf({ path: 'events' }).related(event, name)
  const records = record ? [record as AnyRecord] : []
  return { records, count: records.length, next: async () => undefined }
}

export interface ReadRecord {
  /** As it was read, with its entity tag. */
  record: AnyRecord
  /** What its to-many relationships lead to. */
  linked: Record<string, AnyRecord[]>
}

export async function readRecord(declaration: Declaration, id: string): Promise<ReadRecord> {
  const collection = collectionOf(declaration)
  const record = await collection.get(id)
  const many = declaration.relations.filter(({ isMany, inUpdate }) => isMany && inUpdate)
  const lists = many.map(async ({ name }) => {
    const { records } = (await collection.related(id, name, { page: { size: 0 } })) as unknown as AnyPage
    return [name, records] as const
  })
  return { record, linked: Object.fromEntries(await Promise.all(lists)) }
}

/** The field that a record is known by. */
export function labelField({ fields }: Declaration): Field | undefined {
  const names = [
    'name',
    'title',
    'email',
    'code',
    'version',
    'subject',
    'fieldIdentifier',
    'value',
    'link',
    'recipient',
  ]
  for (const name of names) {
    const field = fields.find((one) => one.name === name && one.isRead)
    if (field) return field
  }
  return fields.find(({ isRead, kind }) => isRead && (kind === 'text' || kind === 'choice'))
}

export function labelOf(declaration: Declaration, record: AnyRecord): string {
  const field = labelField(declaration)
  const value = field && record[field.name]
  return typeof value === 'string' && value !== '' ? value : `#${record.id}`
}

/** `shortAbstract` as people read it. */
export function fieldName(name: string): string {
  const plain = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return textOf(`field.${name}`, plain.charAt(0).toUpperCase() + plain.slice(1))
}

export function typeName({ path }: Pick<Declaration, 'path'>): string {
  const plain = path.replaceAll('-', ' ')
  return textOf(`type.${path}`, plain.charAt(0).toUpperCase() + plain.slice(1))
}
