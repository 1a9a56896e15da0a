/** Reads the values of an archived record as those of a row. Every change of a value is reported as a warning. */

import { isDeepStrictEqual } from 'node:util'
import { isForStaff } from '../access/words.ts'
import type { Attribute } from '../jsonapi/model.ts'
import type { Row } from '../resources/declare.ts'
import { Invalid } from '../resources/field-types.ts'
import { spell } from '../resources/names.ts'
import type { Rule } from '../resources/rules.ts'
import { TaskError } from '../tasks/worker.ts'
import type { RecordFormat } from './formats.ts'
import { meantBy, shown } from './meaning.ts'
import { type RecordReading, warn } from './reading.ts'

export interface ValuesOptions {
  /** A required field that is missing gets the value that the declaration assumes. */
  assumes?: boolean
}

/** Throws only for a required value that is missing or cannot be read. All other faults are repaired, with a warning. */
export function readValues(reading: RecordReading, { assumes = false }: ValuesOptions = {}): Row {
  const { format, named } = reading
  const values: Row = {}
  for (const attribute of format.fields) {
    const { name } = attribute
    const assumed = assumes && isEmpty(named.get(name)) ? format.archive.assumed?.[name] : undefined
    if (assumed !== undefined) warn(reading, `${name} is missing; it was set to ${assumed}`)
    const value = assumed ?? readAllowed(reading, attribute)
    if (value !== undefined) values[name] = value
  }
  keepRules(reading, values)
  return { ...values, ...derivedFrom(reading, values) }
}

function derivedFrom(reading: RecordReading, values: Row): Row {
  const derived = reading.format.model.declaration.derive?.(values, undefined) ?? {}
  for (const [name, value] of Object.entries(derived)) {
    if (!isEmpty(values[name]) && !isSameText(values[name], value))
      warn(reading, `${name} is always ${shown(value)} here; ${shown(values[name])} was ignored`)
  }
  return derived
}

/** A field that only staff may set is read only if the importing user is staff. */
function readAllowed(reading: RecordReading, attribute: Attribute): unknown {
  const { name, field } = attribute
  const value = readField(reading, attribute)
  if (reading.context.isStaff || !field.writableBy || !isForStaff(field.writableBy)) return value
  if (!isDeepStrictEqual(value, field.default))
    warn(reading, `${name} can only be set by staff; it was left at its default`)
  return field.default
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Undefined leaves the column at its default. */
function readField(reading: RecordReading, attribute: Attribute): unknown {
  const { name, field } = attribute
  const { format, named, where } = reading
  const sent = named.get(name)
  const value = sent === '' && field.kind.name !== 'text' ? null : sent
  if (value === undefined || value === null) {
    if (field.required) throw new TaskError(`${where}: ${name} is required`)
    return value === null && field.nullable ? null : field.default
  }
  const read = readKnown(reading, attribute, value)
  if (!(read instanceof Invalid)) {
    if (field.required && typeof read === 'string' && read.trim() === '')
      throw new TaskError(`${where}: ${name} is required`)
    return read
  }
  const assumed = format.archive.assumed?.[name]
  if (field.required && assumed === undefined) throw new TaskError(`${where}: ${name} ${read.reason}`)
  const left = assumed ?? field.default
  const outcome =
    field.kind.name === 'guid'
      ? 'made anew'
      : left === undefined
        ? 'left empty'
        : assumed
          ? `set to ${assumed}`
          : 'left at its default'
  warn(reading, `${name} ${read.reason}; it was ${outcome}`)
  return left ?? (field.nullable ? null : undefined)
}

/** Reads the value as it is or, if the field does not accept it, as it was probably meant. */
function readKnown(reading: RecordReading, attribute: Attribute, value: unknown): unknown {
  const { name, field } = attribute
  const read = field.kind.read(value)
  if (!(read instanceof Invalid)) {
    const change = changeOf(attribute, value, read)
    if (change) warn(reading, `${name} ${change}`)
    return read
  }
  const { timezone } = reading.context
  const meant = meantBy(reading.format, attribute, value, { timezone, reason: read.reason })
  if (meant?.note) warn(reading, `${name} ${meant.note}`)
  return meant ? meant.value : read
}

/** How reading changed a value that the field accepts; undefined if it is the same value, perhaps in another notation. */
function changeOf({ field }: Attribute, sent: unknown, read: unknown): string | undefined {
  if (['moment', 'integer', 'decimal', 'flag', 'guid', 'spans'].includes(field.kind.name)) return undefined
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

/** Mending one rule may break another, so it takes several rounds. */
function keepRules(reading: RecordReading, values: Row): void {
  const { format, where } = reading
  const rules = (format.model.declaration.rules ?? []).filter(({ onlyRequests }) => !onlyRequests)
  const unmendable = new Set<Rule>()
  for (const _round of rules) {
    for (const rule of rules) {
      if (rule.holds(values) || unmendable.has(rule)) continue
      const change = keepRule(format, rule, values)
      if (change === undefined) throw new TaskError(`${where}: ${spell(rule.message)}`)
      if (!rule.holds(values)) unmendable.add(rule)
      warn(reading, `${spell(rule.message)}; ${change}`)
    }
  }
}

/** Changes the values so that the rule holds and returns what it did; undefined if only required values could be changed. */
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
