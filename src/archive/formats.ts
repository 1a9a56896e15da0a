/**
 * The formats of the records in an archive, derived from the declarations. Only the event is known by name: it is the root.
 */
import type { Attribute, ByLinks, Model, Models, ToOne } from '../jsonapi/model.ts'
import type { Archive } from '../resources/archive.ts'

export interface RecordFormat {
  file: string
  model: Model
  archive: Archive
  /** The keys of a record, in the order in which they are written. */
  keys: string[]
  /** The keys that contain ids. */
  ids: ReadonlySet<string>
  /** The fields that are read back; no other key of an archive ever reaches a column. */
  fields: Attribute[]
  /** References to accounts. The archive has their e-mail addresses under these keys. */
  accounts: { relation: ToOne; key: string }[]
  /** References to other records of the same event. */
  links: ToOne[]
  /** Tables of links to records of earlier files. */
  lists: ByLinks[]
  /** The same tables seen from the earlier file; some dialects write the links there. */
  backLists: ByLinks[]
}

export interface Formats {
  event: RecordFormat
  /** Keys of the event's record, one record each. */
  embedded: RecordFormat[]
  /** A file each, in an order that keeps references valid. */
  files: RecordFormat[]
  /** The records outside the event that it refers to. The archive also contains their names. */
  categories: ToOne[]
}

export function archiveFormats(models: Models): Formats {
  const archived = [...models.values()].filter(({ declaration }) => declaration.archive)
  const embeddedFiles = archived.flatMap(({ declaration: { archive } }) =>
    archive!.embedded ? archive!.file : [],
  )
  const formats = archived.map((model, index) => toFormat(model, archived.slice(0, index), embeddedFiles))
  const event = formats.find(({ model }) => model.type === 'event')!
  const others = formats.filter((format) => format !== event)
  return {
    event,
    embedded: others.filter(({ archive }) => archive.embedded),
    files: others.filter(({ archive }) => !archive.embedded),
    categories: toOnes(event.model),
  }
}

export function listKey({ target }: ByLinks): string {
  return `${target.type.replaceAll('-', '_')}_ids`
}

function toFormat(model: Model, earlier: Model[], embeddedFiles: string[]): RecordFormat {
  const archive = model.declaration.archive!
  const stored = [...model.attributes.values()].filter(
    ({ name, field }) =>
      !field.writeOnly && !field.transient && !field.expression && !archive.withheld?.includes(name),
  )
  const links = toOnes(model).filter(({ target }) => target.declaration.archive)
  const accounts = toOnes(model).flatMap((relation) => {
    const key = archive.accounts?.[relation.name]
    return key === undefined ? [] : [{ relation, key }]
  })
  const tables = [...model.relations.values()].filter(
    (relation): relation is ByLinks =>
      relation.kind === 'links-many' &&
      !relation.readOnly &&
      relation.target.declaration.archive !== undefined,
  )
  const lists = tables.filter(({ target }) => earlier.includes(target))
  const restored = [...(archive.restored ?? []), ...Object.keys(model.declaration.pictures?.variants ?? {})]
  const isRoot = model.type === 'event'
  const columns = (isRoot ? toOnes(model) : links).map(({ column }) => column)
  const ids = archive.embedded ? [] : ['id', ...columns, ...lists.map(listKey)]
  const named = isRoot ? [...embeddedFiles, ...toOnes(model).map(({ name }) => name)] : []
  return {
    file: archive.file,
    model,
    archive,
    keys: orderKeys(archive, [
      ...ids,
      ...stored.map(({ name }) => name),
      ...named,
      ...(archive.blank ?? []),
      ...accounts.map(({ key }) => key),
    ]),
    ids: new Set(ids),
    fields: stored.filter(({ name, field }) => !field.readOnly || restored.includes(name)),
    accounts,
    links: links.filter(({ target }) => target.type !== 'event'),
    lists,
    backLists: tables.filter((list) => !lists.includes(list)),
  }
}

function orderKeys({ first }: Archive, names: string[]): string[] {
  return [...first, ...names.filter((name) => !first.includes(name)).sort()]
}

function toOnes(model: Model): ToOne[] {
  return [...model.relations.values()].filter((relation) => relation.kind === 'belongs-to')
}
