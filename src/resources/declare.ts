/**
 * The vocabulary in which a resource is declared. A declaration is data: the database, JSON:API, the OpenAPI
 * document and the archive read it, and none of them knows a resource by name.
 * Names are underscored here and in the database; the wire has hyphens.
 */
import type { Access } from './access.ts'
import type { Archive } from './archive.ts'
import type { Described } from './descriptions.ts'
import {
  choiceKind,
  decimalKind,
  emailKind,
  type FieldKind,
  flagKind,
  guidKind,
  htmlKind,
  integerKind,
  momentKind,
  proseKind,
  textKind,
  timezoneKind,
  urlKind,
} from './field-types.ts'
import * as json from './json-field-types.ts'
import type { Pictures } from './pictures.ts'
import type { Refusal, Rule } from './rules.ts'

export type { Access }

interface FieldRules<T = unknown> {
  /** Omitting it on create is an error; a text must not be blank. */
  required?: boolean
  /** Null is accepted. */
  nullable?: boolean
  /** Used when it is missing on create, or null there, which old clients send where they have no value. */
  default?: T
  /** What null means on create instead of the default. */
  whenNull?: T
  /** Null is refused on create too. */
  neverNull?: boolean
  /** Returned, but ignored when sent: the service or the database fills it. */
  readOnly?: boolean
  /** Never returned. */
  writeOnly?: boolean
  /** Read on create, ignored afterwards. */
  createOnly?: boolean
  /** Set once: another value is a conflict. */
  fixed?: boolean
  /** Null for everyone else, and no filter or sort for them. */
  visibleTo?: Access
  /** What everyone else sees instead of null: an SQL expression over the row `t`. */
  otherwise?: string
  /** Changing it is refused to everyone else. */
  writableBy?: Access
  /** Not kept: only handed to the effects of a write. */
  transient?: boolean
  /** Only the answer to the write that makes it has it; see `secret`. */
  shownOnce?: boolean
  /** Set to now by every update. */
  touched?: boolean
  /** Read from this SQL expression over the row `t` instead of a column. */
  expression?: string
  /** Its words have this weight in the column `words` of the row, which `match` searches. */
  words?: 'a' | 'b' | 'c' | 'd'
  /** Which values may follow which, and for whom. */
  transitions?: Transitions
}

interface Transitions {
  /** Moves that this word always allows, even to callers who may not change the record. */
  always?: { by: Access; to: string[] }
  /** The allowed initial values for callers to whom the first word does not apply. */
  initial: string[]
  /** The first word that applies to the caller decides. */
  moves: { by: Access; from: Record<string, string[]> }[]
}

export interface Field<T = unknown> extends FieldRules<T> {
  kind: FieldKind<T>
}

export interface BelongsTo {
  to: string
  required?: boolean
  /** Set once and never changed: the record lives and dies with it. */
  fixed?: boolean
  /** Never taken from a request. */
  readOnly?: boolean
  /** The same as that of the parent. */
  inherited?: boolean
  /** Also read under this name, as a list of one. */
  listedAs?: string
  /** Filled with the caller on create when it is not sent, unless the caller may choose (`writableBy`). */
  defaultsToCaller?: boolean
  visibleTo?: Access
  writableBy?: Access
}

export interface HasMany {
  to: string
  /** The relationship of the target that points back here … */
  by?: string
  /** … or the table of links between the two. */
  through?: { table: string; own: string; other: string; where?: string }
  readOnly?: boolean
  /** Links change nothing about the target: whoever may read it may link it. */
  isOneSided?: boolean
  visibleTo?: Access
  /** Decides which records it leads to, in place of the access of the target. */
  readBy?: Access
}

export interface HasOne extends Pick<HasMany, 'to' | 'by' | 'through' | 'visibleTo'> {
  /** While there is none its route returns 404, and the relationship has no linkage. */
  missingWhenEmpty?: boolean
}

export type Computed = { type: string; visibleTo: Access }

export type Row = Record<string, unknown>

export interface AccessRules {
  read: Access
  /** For the list of all records; by default the same as `read`. */
  list?: Access | false
  create?: Access
  update?: Access
  remove?: Access
}

/** What happens to records that webhooks are told of. `finished`: a task. */
export type Announced = 'created' | 'updated' | 'deleted' | 'restored' | 'finished'

export interface Declaration {
  type: string
  /** What a record of it is, in a sentence for readers of the API. */
  about: string
  path: string
  aliases?: string[]
  table: string
  /**
   * The table is a view: its records follow from others. A function of the database gives the values of a column, which the
   * view and its links have, for an array of ids, so that one record is found without all others.
   */
  view?: { column: string; of: string }
  /** There is one record, with this id; the path of the collection leads to it. */
  singleton?: string
  /** A second, unique field by which a record can be addressed. */
  key?: string
  fields: Record<string, Field>
  belongsTo?: Record<string, BelongsTo>
  hasMany?: Record<string, HasMany>
  hasOne?: Record<string, HasOne>
  /** Relationships to records that are worked out by plain routes and have the id of this one. */
  computed?: Record<string, Computed>
  /** A sentence for each field and relationship; descriptions.ts has those that several resources share. */
  descriptions: Record<string, string>
  /** What the examples of the API reference send: values of fields, ids of relationships. A change sends the last one. */
  example?: Record<string, unknown>
  rules?: Rule[]
  /** What the database refuses besides, by the name of the constraint or of the unique index. */
  refusals?: Record<string, Refusal>
  /** Values that follow from the others, computed on every write. */
  derive?(record: Row, stored: Row | undefined): Row
  access: AccessRules
  /** What webhooks call a change, where it is not `<type>.<action>`. False: they are not told. */
  announcedAs?: Partial<Record<Announced, string>> | false
  /** API tokens may read these records at most. */
  closedToTokens?: boolean
  /** Deleting only hides; staff may restore. */
  softDelete?: boolean
  pictures?: Pictures
  archive?: Archive
}

export function resource<const D extends Declaration>(declaration: D & Described<D>): D {
  const fields: Record<string, Field> = { ...declaration.fields }
  if (declaration.softDelete) fields.deleted_at = moment({ readOnly: true, nullable: true })
  return { ...declaration, fields }
}

/** Makes a field. Its rules stay in its type, so that the type of a row follows from the declaration. */
type Make<T, More = object> = <const R extends FieldRules<T> & More = FieldRules<T> & More>(
  rules?: R,
) => Field<T> & R

// The type of the rules is known where the field is declared; here it is any type that extends the rules.
function field<T>(kind: FieldKind<T>, rules: FieldRules<T> = {}): never {
  return { kind, ...rules } as never
}

type Bounds = { min?: number; max?: number }

export const text: Make<string, { max?: number; pattern?: RegExp; shape?: string }> = (options) => {
  const { max, pattern, shape, ...rules } = options ?? {}
  return field(textKind(max, pattern, shape), rules)
}
/**
 * A secret that the service makes. An effect puts it into `shown`, and the answer to that write alone has it; nowhere
 * else is it there. It stands after all other fields.
 */
export const secret: Make<string> = (rules) =>
  field(textKind(), { ...rules, readOnly: true, shownOnce: true, expression: 'null::text' })
export const prose: Make<string> = (rules) => field(proseKind, rules)
export const html: Make<string, { links?: boolean }> = (options) => {
  const { links = false, ...rules } = options ?? {}
  return field(htmlKind(links), rules)
}
export const integer: Make<number, Bounds> = (options) => {
  const { min, max, ...rules } = options ?? {}
  return field(integerKind(min, max), rules)
}
export const decimal: Make<number, Bounds> = (options) => {
  const { min, max, ...rules } = options ?? {}
  return field(decimalKind(min, max), rules)
}
/** Within this bound a sum is exact to the cent. */
export const money: Make<number> = (rules) => field(decimalKind(0, 1_000_000_000), rules)
export const flag: Make<boolean> = (rules) => field(flagKind, rules)
export const moment: Make<string> = (rules) => field(momentKind, rules)
export const guid: Make<string> = (rules) => field(guidKind, rules)
export const url: Make<string> = (rules) => field(urlKind, rules)
export const email: Make<string> = (rules) => field(emailKind, rules)
export const timezone: Make<string> = (rules) => field(timezoneKind, rules)
export const links: Make<{ name: string; link: string }[]> = (rules) => field(json.linksKind, rules)
export const spans: Make<{ 'starts-at': string; 'ends-at': string }[]> = (rules) =>
  field(json.spansKind, rules)
export const answers: Make<Record<string, string | number | boolean | null>> = (rules) =>
  field(json.answersKind, rules)
export const scores: Make<Record<string, number>> = (rules) => field(json.scoresKind, rules)
export const object: Make<Record<string, unknown>> = (rules) => field(json.objectKind, rules)
/** A list of different words of one shape. */
export const words: Make<string[], { pattern: RegExp; shape: string; most: number }> = (options) => {
  const { pattern = /./, shape = '', most = 0, ...rules } = options ?? {}
  return field(json.wordsKind(pattern, shape, most), rules)
}
export const list: Make<unknown[]> = (rules) => field(json.listKind, rules)
export const choice = <
  const T extends string,
  const R extends FieldRules<T> & { alias?: Record<string, T> } = FieldRules<T>,
>(
  values: readonly T[],
  options?: R,
): Field<T> & R => {
  const { alias, ...rules } = options ?? {}
  return field(choiceKind(values, alias), rules as FieldRules<T>)
}
