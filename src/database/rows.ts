import type { Declaration, Field } from '../resources/declare.ts'

type Value<F> = F extends Field<infer T> ? T : never

/** The rule of columns: a field always has a value when it is required, has a default or is read-only, unless it is nullable. */
type Filled = { required: true } | { default: unknown } | { readOnly: true }
type Column<F> = F extends { nullable: true }
  ? Value<F> | null
  : F extends Filled
    ? Value<F>
    : Value<F> | null

/** The same rule as `RowOf` follows, for a declaration at hand. */
export function isNullable(field: Field): boolean {
  return field.nullable || !(field.required || field.default !== undefined || field.readOnly)
}

type Fields<D extends Declaration> = D['fields']
type References<D extends Declaration> = NonNullable<D['belongsTo']>

/** A row as the service reads it: ids and times are text. */
export type RowOf<D extends Declaration> = { id: string } & {
  -readonly [N in keyof Fields<D> as Fields<D>[N] extends { transient: true } ? never : N]: Column<
    Fields<D>[N]
  >
} & {
  -readonly [N in keyof References<D> & string as `${N}_id`]: References<D>[N] extends { required: true }
    ? string
    : string | null
} & (D extends { softDelete: true } ? { deleted_at: string | null } : unknown)
