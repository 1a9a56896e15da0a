/** A row as the text of a resource object. Written directly, because most of it is known before the row is. */
import type { Computed, Row } from '../resources/declare.ts'
import { toWire } from '../resources/names.ts'
import { linkage } from './include.ts'
import { type Attribute, isToMany, type Model, type Relation } from './model.ts'
import { type Fields, holdsColumn } from './projection.ts'

/** Without the linkage of to-many relationships, which is there only when they are included, it is the record alone. */
type WriteResource = (row: Row, part?: 'record' | 'whole') => string

const known = new WeakMap<Model, WriteResource>()

export function resourceWriter(model: Model, fields: Fields): WriteResource {
  if (fields) return makeWriter(model, fields)
  const writer = known.get(model) ?? makeWriter(model, fields)
  known.set(model, writer)
  return writer
}

export function selfLink(model: Model, id: unknown): string {
  return `${model.path}/${id}`
}

function makeWriter(model: Model, fields: Fields): WriteResource {
  const isWanted = (name: string) => fields === undefined || fields.has(name)
  const attributes = [...model.attributes.values()]
    .filter(({ name, field }) => !field.writeOnly && isWanted(name))
    .map(attributeWriter)
  const relations = [...model.relations.values()].filter(({ name }) => isWanted(name)).map(relationWriter)
  if (!fields) relations.push(...Object.entries(model.declaration.computed ?? {}).map(computedWriter))
  const start = `{"type":${JSON.stringify(model.type)},"id":"`
  return (row, part = 'whole') => {
    const self = selfLink(model, row.id)
    let text = `${start}${row.id}","attributes":{`
    for (const write of attributes) text += write(row)
    text += '},"relationships":{'
    let isFirst = true
    for (const write of relations) {
      const relationship = write(row, self, part)
      if (relationship === '') continue
      text += isFirst ? relationship : `,${relationship}`
      isFirst = false
    }
    return `${text}},"links":{"self":"${self}"}}`
  }
}

function attributeWriter({ name, wire, field }: Attribute, index: number): (row: Row) => string {
  const start = `${index === 0 ? '' : ','}${JSON.stringify(wire)}:`
  if (field.shownOnce) return (row) => (row[name] === undefined ? '' : start + valueText(row[name]))
  // Nothing in a time needs to be escaped.
  if (field.kind.column === 'timestamptz')
    return (row) => (row[name] == null ? `${start}null` : `${start}"${row[name]}"`)
  return (row) => start + valueText(row[name])
}

function valueText(value: unknown): string {
  if (value == null) return 'null'
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

type RelationWriter = (row: Row, self: string, part: 'record' | 'whole') => string

function relationWriter(relation: Relation): RelationWriter {
  const { name, wire, visibleTo, missingWhenEmpty } = relation
  const start = `${JSON.stringify(wire)}:{"links":{"self":"`
  const middle = `/relationships/${wire}","related":"`
  const end = `/${wire}"}`
  const identifier = `{"type":${JSON.stringify(relation.target.type)},"id":"`
  const key = `${name}_id`
  const linked = linkage(relation)
  const isMany = isToMany(relation)
  const isHidden = (row: Row) => visibleTo !== undefined && row[holdsColumn(visibleTo)] !== true
  const dataOf = (row: Row, part: 'record' | 'whole') => {
    if (!isMany && row[key] == null) return missingWhenEmpty ? '' : ',"data":null'
    if (!isMany) return `,"data":${identifier}${row[key]}"}`
    const ids = part === 'whole' && (row[linked] as string[] | undefined)
    return ids ? `,"data":[${ids.map((id) => `${identifier}${id}"}`).join(',')}]` : ''
  }
  return (row, self, part) =>
    isHidden(row) ? '' : `${start}${self}${middle}${self}${end}${dataOf(row, part)}}`
}

function computedWriter([name, { type, visibleTo }]: [string, Computed]): RelationWriter {
  const wire = toWire(name)
  const identifier = `{"type":${JSON.stringify(type)},"id":"`
  return (row, self) => {
    if (row[holdsColumn(visibleTo)] !== true) return ''
    const links = `{"self":"${self}/relationships/${wire}","related":"${self}/${wire}"}`
    return `"${wire}":{"links":${links},"data":${identifier}${row.id}"}}`
  }
}
