/** The values of an archived record as those of a row. Whatever they become that they were not is told. */

import { isDeepStrictEqual } from 'node:util'
import { isForStaff } from '../access/words.ts'
import type { Attribute } from '../jsonapi/model.ts'
import type { Row } from '../resources/declare.ts'
import { Invalid } from '../resources/field-types.ts'
import { spell } from '../resources/names.ts'
import type { Rule } from '../resources/rules.ts'
import { TaskError } from '../tasks/worker.ts'
import type { Named } from './dialects.ts'
import type { RecordFormat } from './formats.ts'
import { meantBy, shown } from './meaning.ts'
import type { ReadingContext } from './reading.ts'

export interface ValuesOptions {
  /** Required fields that are missing have the value that the declaration assumes. */
  assumes?: boolean
}

/** Only a required value that is missing, or of which nothing can be made, is a fault; all others are repaired. */
export function readValues(
  format: RecordFormat,
  named: Named,
  where: string,
  context: ReadingContext,
  { assumes = false }: ValuesOptions = {},
): Row {
  const values: Row = {}
  for (const attribute of format.fields) {
    const { name } = attribute
    const sent = named.get(name)
    const assumed = assumes && isEmpty(sent) ? format.archive.assumed?.[name] : undefined
    if (assumed !== undefined) context.warnings.add(`${where}: ${name} is missing; it was set to ${assumed}`)
    const value = assumed ?? readAllowed(format, attribute, sent, where, context)
    if (value !== undefined) values[name] = value
  }
  keepRules(format, values, where, context)
  const derived = format.model.declaration.derive?.(values, undefined) ?? {}
  for (const [name, value] of Object.entries(derived)) {
    if (!isEmpty(values[name]) && !isSameText(values[name], value))
      context.warnings.add(
        `${where}: ${name} is always ${shown(value)} here; ${shown(values[name])} was ignored`,
      )
  }
  return { ...values, ...derived }
}

/** What only staff may set is read for staff alone. */
function readAllowed(
  format: RecordFormat,
  attribute: Attribute,
  sent: unknown,
  where: string,
  context: ReadingContext,
): unknown {
  const { name, field } = attribute
  const value = readField(format, attribute, sent, where, context)
  if (context.isStaff || !field.writableBy || !isForStaff(field.writableBy)) return value
  if (!isDeepStrictEqual(value, field.default))
    context.warnings.add(`${where}: ${name} can only be set by staff; it was left at its default`)
  return field.default
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Undefined leaves the column to its default. */
function readField(
  format: RecordFormat,
  attribute: Attribute,
  sent: unknown,
  where: string,
  context: ReadingContext,
): unknown {
  const { name, field } = attribute
  const value = sent === '' && field.kind.name !== 'text' ? null : sent
  if (value === undefined || value === null) {
    if (field.required) throw new TaskError(`${where}: ${name} is required`)
    return value === null && field.nullable ? null : field.default
  }
  const read = readKnown(format, attribute, value, where, context)
  if (!(read instanceof Invalid)) {
    if (field.required && typeof read === 'string' && read.trim() === '')
      throw new TaskError(`${where}: ${name} is required`)
    return read
  }
  const assumed = format.archive.assumed?.[name]
  if (field.required && assumed === undefined) throw new TaskError(`${where}: ${name} ${read.reason}`)
  const left = assumed ?? field.default
  context.warnings.add(
    `${where}: ${name} ${read.reason}; it was ${left === undefined ? 'left empty' : assumed ? `set to ${assumed}` : 'left at its default'}`,
  )
  return left ?? (field.nullable ? null : undefined)
}

/** As the field takes it, or as it was meant. */
function readKnown(
  format: RecordFormat,
  attribute: Attribute,
  value: unknown,
  where: string,
  { warnings, timezone }: ReadingContext,
): unknown {
  const { name, field } = attribute
  const read = field.kind.read(value)
  if (!(read instanceof Invalid)) {
    const change = changeOf(attribute, value, read)
    if (change) warnings.add(`${where}: ${name} ${change}`)
    return read
  }
  const meant = meantBy(format, attribute, value, { timezone, reason: read.reason })
  if (meant?.note) warnings.add(`${where}: ${name} ${meant.note}`)
  return meant ? meant.value : read
}

/** What reading made of a value that the field takes; undefined when it is the same, perhaps in another notation. */
function changeOf({ field }: Attribute, sent: unknown, read: unknown): string | undefined {
  if (['moment', 'integer', 'decimal', 'flag'].includes(field.kind.name)) return undefined
  if (field.kind.name === 'answers') {
    const count = (value: unknown) => Object.keys(value as object).length
    return count(sent) === count(read) ? undefined : 'has an answer twice; the last one was kept'
  }
  if (isDeepStrictEqual(read, sent)) return undefined
  return field.kind.name === 'text'
    ? 'contained HTML that is not allowed; it was cleaned'
    : `was changed to ${shown(read)}`
}

/** Colours may be written in capitals and with three digits. */
function isSameText(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return isDeepStrictEqual(one, other)
  const long = one.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  return long === other.toLowerCase()
}

/** Mending one rule may break another, so it takes some rounds. */
function keepRules(format: RecordFormat, values: Row, where: string, context: ReadingContext): void {
  const rules = (format.model.declaration.rules ?? []).filter(({ onlyRequests }) => !onlyRequests)
  const kept = new Set<Rule>()
  for (const _round of rules) {
    for (const rule of rules) {
      if (rule.holds(values) || kept.has(rule)) continue
      const what = keepRule(format, rule, values)
      if (what === undefined) throw new TaskError(`${where}: ${spell(rule.message)}`)
      if (!rule.holds(values)) kept.add(rule)
      context.warnings.add(`${where}: ${spell(rule.message)}; ${what}`)
    }
  }
}

/** Changes the values so that the rule holds and answers how; undefined when only required values could be changed. */
function keepRule({ model }: RecordFormat, rule: Rule, values: Row): string | undefined {
  const mended = rule.mend?.(values)
  if (mended && rule.holds({ ...values, ...mended })) {
    Object.assign(values, mended)
    return Object.entries(mended)
      .map(([name, value]) => `${name} was set to ${shown(value)}`)
      .join(', ')
  }
  const names = [...new Set([rule.at, ...rule.fields])]
  const optional = names.flatMap((name) => {
    const { field } = model.attributes.get(name)!
    return field.required ? [] : [{ name, left: field.nullable ? null : field.default }]
  })
  for (const { name, left } of optional) {
    if (!rule.holds({ ...values, [name]: left })) continue
    if (left === undefined) delete values[name]
    else values[name] = left
    return `${name} was left ${left == null ? 'empty' : 'at its default'}`
  }
  return optional.length > 0 ? 'it was imported unchanged' : undefined
}
