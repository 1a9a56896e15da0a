/** Translates the ids of the archive into the ids of the rows. */
import type { Row } from '../resources/declare.ts'
import { TaskError } from '../tasks/worker.ts'
import type { Reference } from './dialects.ts'
import { listKey, type RecordFormat } from './formats.ts'
import type { ReadRecord } from './record.ts'
import type { Warnings } from './warnings.ts'

/** In a whole archive. */
const MOST_LINKS = 300_000

/** Maps old ids to new ids. If several records have the same id, a link refers to the first, unless it names another one. */
export class IdMap extends Map<string, string> {
  private readonly names = new Map<string, string>()
  private readonly twins = new Map<string, Map<string, string>>()

  note(oldId: string, name: string | undefined, newId: string): void {
    if (!this.has(oldId)) {
      this.set(oldId, newId)
      if (name !== undefined) this.names.set(oldId, name)
    } else if (name !== undefined && name !== this.names.get(oldId)) {
      const twins = this.twins.get(oldId) ?? new Map<string, string>()
      if (!twins.has(name)) twins.set(name, newId)
      this.twins.set(oldId, twins)
    }
  }

  /** Whether the id alone identifies the record. */
  isClear(oldId: string): boolean {
    return this.has(oldId) && !this.twins.has(oldId)
  }

  find({ id, embedded }: Reference): string | undefined {
    const name = embedded && nameIn(embedded)
    return (name === undefined ? undefined : this.twins.get(id)?.get(name)) ?? this.get(id)
  }
}

function nameIn({ name, title }: Record<string, unknown>): string | undefined {
  const given = name ?? title
  return typeof given === 'string' ? given : undefined
}

/** Records of one format that are written together, and their new ids. */
export interface Batch {
  format: RecordFormat
  read: ReadRecord[]
  newIds: string[]
}

export function mapIds(map: IdMap, { read, newIds }: Batch, warnings: Warnings): void {
  for (const [index, { oldId, where, values }] of read.entries()) {
    if (oldId === null) continue
    if (map.has(oldId))
      warnings.add(
        `${where}: the id is used twice; links point to the first record, or to the one they describe`,
      )
    map.note(oldId, nameIn(values), newIds[index]!)
  }
}

/** Without the records that live with a record that the archive does not have, or cannot be without a record that the archive does not have. */
export function withNeeded(
  { links }: RecordFormat,
  read: ReadRecord[],
  ids: Map<string, IdMap>,
  warnings: Warnings,
): ReadRecord[] {
  const needed = links.filter(({ rules }) => rules.required || rules.fixed)
  if (needed.length === 0) return read
  return read.filter(({ links: own, where }) => {
    const missing = needed.find(({ column, target, rules }) => {
      const link = own.get(column)
      return link === undefined ? rules.required : ids.get(target.type)?.find(link) === undefined
    })
    if (missing) warnings.add(`${where}: the archive does not have its ${missing.name}; it was left out`)
    return missing === undefined
  })
}

export function resolveLinks(
  { links }: RecordFormat,
  record: ReadRecord,
  ids: Map<string, IdMap>,
  warnings: Warnings,
): Row {
  const row: Row = {}
  for (const { column, target, name } of links) {
    const link = record.links.get(column)
    const id = link && ids.get(target.type)?.find(link)
    if (link && id === undefined)
      warnings.add(`${record.where}: the archive has no ${name} ${link.id.slice(0, 100)}; it was left empty`)
    row[column] = id ?? null
  }
  return row
}

/** The fields whose keys are ids of other records, with the new ids. */
export function resolveKeys(
  { archive }: RecordFormat,
  { values, where }: ReadRecord,
  ids: Map<string, IdMap>,
  warnings: Warnings,
): Row {
  const row: Row = {}
  for (const [name, type] of Object.entries(archive.keyedBy ?? {})) {
    const entries = Object.entries((values[name] ?? {}) as Row).flatMap(([key, value]) => {
      const id = ids.get(type)?.get(key)
      if (id === undefined)
        warnings.add(`${where}: ${name} refers to ${key.slice(0, 100)}, which is not in the archive`)
      return id === undefined ? [] : [[id, value] as const]
    })
    row[name] = Object.fromEntries(entries)
  }
  return row
}

export function resolveList(record: ReadRecord, key: string, targets: IdMap, warnings: Warnings): string[] {
  const ids = (record.lists.get(key) ?? []).flatMap((link) => {
    const id = targets.find(link)
    if (id === undefined)
      warnings.add(`${record.where}: ${key} refers to ${link.id.slice(0, 100)}, which is not in the archive`)
    return id ?? []
  })
  return [...new Set(ids)]
}

/** Holds links that were read with an earlier file until the later file is written. */
export class BackLinks {
  private readonly found = new Map<string, [earlier: string, later: string][]>()
  private links = 0

  /** Counts links, including those that a record names itself: all of them are written. */
  count(links: number): void {
    this.links += links
    if (this.links > MOST_LINKS)
      throw new TaskError(`The archive has more than ${MOST_LINKS} links between its records.`)
  }

  note({ backLists }: RecordFormat, read: ReadRecord[]): void {
    for (const { name, links } of backLists) {
      const found = this.found.get(links.table) ?? []
      for (const { oldId, backLists: lists } of read) {
        const later = new Set(oldId === null ? [] : lists.get(name))
        this.count(later.size)
        for (const id of later) found.push([oldId!, id])
      }
      this.found.set(links.table, found)
    }
  }

  pairs(table: string, laterIds: Map<string, string>, earlierIds: IdMap): [string, string][] {
    return (this.found.get(table) ?? []).flatMap(([earlier, later]) => {
      const [own, other] = [laterIds.get(later), earlierIds.get(earlier)]
      return own && other ? [[own, other] as [string, string]] : []
    })
  }
}

/** The records that list their links themselves. The links that the other side lists count only for the others. */
export class Speaking {
  private readonly found: Map<string, Set<string>>

  constructor({ lists }: RecordFormat) {
    this.found = new Map(lists.map((list) => [listKey(list), new Set<string>()]))
  }

  note(read: ReadRecord[]): void {
    for (const [key, ids] of this.found)
      for (const { oldId, lists } of read) if (oldId !== null && lists.has(key)) ids.add(oldId)
  }

  silent(key: string, map: IdMap): Map<string, string> {
    const speaking = this.found.get(key)!
    return new Map([...map].filter(([oldId]) => !speaking.has(oldId)))
  }
}
