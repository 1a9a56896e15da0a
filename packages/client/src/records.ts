/** The types of records, as they follow from what is asked for. */
import type { Link, Resources } from './schema.ts'

export type Type = keyof Resources

type Attributes<T extends Type> = Resources[T]['attributes']
type One<T extends Type> = Resources[T]['one']
type Many<T extends Type> = Resources[T]['many']

export type OneName<T extends Type> = keyof One<T> & string
export type ManyName<T extends Type> = keyof Many<T> & string
export type RelationName<T extends Type> = OneName<T> | ManyName<T>
export type AttributeName<T extends Type> = keyof Attributes<T> & string
export type FieldName<T extends Type> = AttributeName<T> | RelationName<T>

/** The type of the records that a relationship leads to. */
export type Target<T extends Type, R extends RelationName<T>> = R extends keyof One<T>
  ? Extract<One<T>[R], Type>
  : R extends keyof Many<T>
    ? Extract<Many<T>[R], Type>
    : never

type Deeper<T extends Type, Rest extends { [R in RelationName<T>]: string }> = {
  [R in RelationName<T>]: `${R}.${Rest[R]}`
}[RelationName<T>]
type Paths2<T extends Type> =
  | RelationName<T>
  | Deeper<T, { [R in RelationName<T>]: RelationName<Target<T, R>> }>

/** Relationships to bring along, up to three deep: `speakers.sessions.track`. */
export type IncludePath<T extends Type> =
  | RelationName<T>
  | Deeper<T, { [R in RelationName<T>]: Paths2<Target<T, R>> }>

/** For some types, the only fields that are wanted. */
export type FieldsByType = { readonly [T in Type]?: readonly FieldName<T>[] }
export type AllFields = Record<never, never>

type Head<I extends string> = I extends `${infer First}.${string}` ? First : I
type Tail<I extends string, R> = I extends `${R & string}.${infer Rest}` ? Rest : never

/** Whether the field is among those that are wanted of its type. */
type IsWanted<T extends Type, N, F> = T extends keyof F
  ? F[T] extends readonly (infer Named)[]
    ? N extends Named
      ? true
      : false
    : true
  : true

type Only<T extends Type, N, F> = IsWanted<T, N, F> extends true ? N : never

type AttributeFields<T extends Type, F> = {
  [N in keyof Attributes<T> as Only<T, N, F>]: Attributes<T>[N]
}
type OneFields<T extends Type, I extends string, F> = {
  [R in OneName<T> as Only<T, R, F>]:
    | (R extends Head<I> ? RecordOf<Target<T, R>, Tail<I, R>, F> : { id: string })
    | (null extends One<T>[R] ? null : never)
}
type ManyFields<T extends Type, I extends string, F> = {
  [R in ManyName<T> as R extends Head<I> ? Only<T, R, F> : never]: RecordOf<Target<T, R>, Tail<I, R>, F>[]
}

/**
 * A record of the type `T` with its attributes and relationships side by side. What `I` names is there as a record, or
 * as a list of records; other to-one relationships are `{ id }`, and other to-many relationships are not there.
 */
export type RecordOf<T extends Type, I extends string = never, F = AllFields> = {
  id: string
} & AttributeFields<T, F> &
  OneFields<T, I, F> &
  ManyFields<T, I, F>

export type CreateOf<T extends Type> = Resources[T] extends { create: infer Input } ? Input : never
export type UpdateOf<T extends Type> = Resources[T] extends { update: infer Input } ? Input : never

/** Fields that hold the address of a file. */
export type FileField<T extends Type> = Extract<keyof UpdateOf<T>, `${string}Url`>

/** What a relationship is set to. */
export type Linked<T extends Type, R extends RelationName<T>> =
  R extends ManyName<T> ? readonly Link[] : Link | null
