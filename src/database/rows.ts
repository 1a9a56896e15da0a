import type { Declaration, Row } from '../resources/declare.ts'
import type { FieldKind } from '../resources/field-types.ts'

type Value<F> = F extends { kind: FieldKind<infer T> } ? T : never

/** The rule of columns: a field always has a value when it is required, has a default or is read-only, unless it is nullable. */
type Filled = { required: true } | { default: unknown } | { readOnly: true }
type Column<F> = F extends { nullable: true }
  ? Value<F> | null
  : F extends Filled
    ? Value<F>
    : Value<F> | null

type Fields<D extends Declaration> = D['fields']
type References<D extends Declaration> = NonNullable<D['belongsTo']>

/** The row of an unknown declaration. The effects of all declarations are in one table, which needs `any`. */
// biome-ignore lint/suspicious/noExplicitAny: rows of it are rows of anything, so nothing can be read without a check
export type AnyDeclaration = any

/** Neither is a column. */
type Unstored = { transient: true } | { expression: string }

/** A row as the service reads it: ids and times are text. Of a declaration that is not known, any row. */
export type RowOf<D extends Declaration> = Declaration extends D ? Row : KnownRow<D>

type KnownRow<D extends Declaration> = { id: string } & {
  -readonly [N in keyof Fields<D> as Fields<D>[N] extends Unstored ? never : N]: Column<Fields<D>[N]>
} & ReferencesOf<D> &
  (D extends { softDelete: true } ? { deleted_at: string | null } : unknown)

type ReferencesOf<D extends Declaration> = {
  -readonly [N in keyof References<D> & string as `${N}_id`]: References<D>[N] extends { required: true }
    ? string
    : string | null
}

/** What a new row is given; the database fills the rest. */
export type NewRowOf<D extends Declaration> = Declaration extends D ? Row : KnownNewRow<D>

type KnownNewRow<D extends Declaration> = Partial<RowOf<D>> & {
  [N in keyof References<D> & string as References<D>[N] extends { required: true }
    ? `${N}_id`
    : never]: string
}

type Sent<F> = F extends { required: true } ? Value<F> : Value<F> | null

/** The values of a request to change a record, those that are not kept included. */
export type SentOf<D extends Declaration> = Declaration extends D
  ? Row
  : { -readonly [N in keyof Fields<D>]?: Sent<Fields<D>[N]> }

/** The same for a new record, where nothing that is required is missing. */
export type SentToCreate<D extends Declaration> = Declaration extends D ? Row : KnownSentToCreate<D>

type KnownSentToCreate<D extends Declaration> = SentOf<D> & {
  -readonly [N in keyof Fields<D> as Fields<D>[N] extends { required: true } ? N : never]: Value<Fields<D>[N]>
}
