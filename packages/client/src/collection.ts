/** The records of one type: reading and writing them, and their relationships. */
import { idOf, toBody, toLinkage } from './document.ts'
import { type FileInput, type UploadOptions, uploadFor } from './files.ts'
import type { Http } from './http.ts'
import { toWire } from './names.ts'
import type { Page } from './page.ts'
import { type AnyQuery, type CallOptions, type ListQuery, type SingleQuery, toSearch } from './query.ts'
import type {
  AllFields,
  CreateOf,
  FieldsByType,
  FileField,
  IncludePath,
  Linked,
  ManyName,
  RecordOf,
  RelationName,
  Target,
  Type,
  UpdateOf,
} from './records.ts'
import { byCursor, conditionOf, one, page, type WriteOptions } from './requests.ts'
import { type Link, RESOURCES, type Resources } from './schema.ts'

/** Large enough to make few requests, small enough to answer soon. */
const USUAL_SIZE = 100

export class Collection<T extends Type> {
  readonly #http: Http
  readonly #type: T
  readonly #path: string

  constructor(http: Http, type: T) {
    this.#http = http
    this.#type = type
    this.#path = RESOURCES[type].path
  }

  get<const I extends IncludePath<T> = never, const F extends FieldsByType = AllFields>(
    id: Link,
    query: SingleQuery<T, I, F> = {},
  ): Promise<RecordOf<T, I, F>> {
    return one(this.#http, 'GET', this.#pathOf(id), query)
  }

  /** One page. */
  list<const I extends IncludePath<T> = never, const F extends FieldsByType = AllFields>(
    query: ListQuery<T, I, F> = {},
  ): Promise<Page<RecordOf<T, I, F>>> {
    return page(this.#http, this.#listPath(query), toSearch(query), query)
  }

  /**
   * All records that match, page by page as they are asked for. They are found by cursors unless a page number is given,
   * so none is missed or comes twice while others are added and deleted.
   */
  async *all<const I extends IncludePath<T> = never, const F extends FieldsByType = AllFields>(
    query: ListQuery<T, I, F> = {},
  ): AsyncGenerator<RecordOf<T, I, F>, void, undefined> {
    const paged = { ...query, page: { size: USUAL_SIZE, ...query.page } }
    const isNumbered = paged.page.number !== undefined || paged.page.size === 0
    yield* isNumbered ? await this.list(paged) : byCursor(this.#http, this.#listPath(query), paged)
  }

  create<const I extends IncludePath<T> = never, const F extends FieldsByType = AllFields>(
    fields: CreateOf<T>,
    query: SingleQuery<T, I, F> = {},
  ): Promise<RecordOf<T, I, F>> {
    return one(this.#http, 'POST', this.#path, query, { body: toBody(this.#type, fields as object) })
  }

  /** Changes the fields that are named and keeps the others. */
  update<const I extends IncludePath<T> = never, const F extends FieldsByType = AllFields>(
    id: Link,
    fields: UpdateOf<T>,
    query: SingleQuery<T, I, F> & WriteOptions = {},
  ): Promise<RecordOf<T, I, F>> {
    return this.#change(id, fields as object, query)
  }

  async delete(id: Link, options: CallOptions & WriteOptions = {}): Promise<void> {
    await this.#http.json('DELETE', this.#pathOf(id), { ...options, headers: conditionOf(options) })
  }

  /** Brings a deleted record back; for staff. */
  restore(id: Link, options: CallOptions = {}): Promise<RecordOf<T>> {
    return this.#change(id, { deletedAt: null }, options)
  }

  /** Uploads a file and puts its address into a field. */
  async attach(
    id: Link,
    field: FileField<T>,
    file: FileInput,
    options: UploadOptions = {},
  ): Promise<RecordOf<T>> {
    const url = await uploadFor(this.#http, file, options)
    return this.#change(id, { [field]: url }, { signal: options.signal })
  }

  /** The record, or the list of records, that a relationship leads to. */
  related<
    R extends RelationName<T>,
    const I extends IncludePath<Target<T, R>> = never,
    const F extends FieldsByType = AllFields,
  >(id: Link, name: R, query: ListQuery<Target<T, R>, I, F> = {}): Promise<RelatedOf<T, R, I, F>> {
    const path = `${this.#pathOf(id)}/${toWire(name)}`
    const isMany = name in RESOURCES[this.#type].many
    const found = isMany
      ? page(this.#http, path, toSearch(query), query)
      : one(this.#http, 'GET', path, query)
    return found as Promise<RelatedOf<T, R, I, F>>
  }

  /** Sets a relationship: the record, or all records, that it leads to from now on. */
  setLinks<R extends RelationName<T>>(
    id: Link,
    name: R,
    linked: Linked<T, R>,
    options: CallOptions = {},
  ): Promise<void> {
    return this.#changeLinks('PATCH', id, name, linked, options)
  }

  addLinks<R extends ManyName<T>>(
    id: Link,
    name: R,
    added: readonly Link[],
    options: CallOptions = {},
  ): Promise<void> {
    return this.#changeLinks('POST', id, name, added, options)
  }

  removeLinks<R extends ManyName<T>>(
    id: Link,
    name: R,
    removed: readonly Link[],
    options: CallOptions = {},
  ): Promise<void> {
    return this.#changeLinks('DELETE', id, name, removed, options)
  }

  async #changeLinks(
    method: string,
    id: Link,
    name: string,
    linked: Link | readonly Link[] | null,
    options: CallOptions,
  ): Promise<void> {
    const targets: Record<string, string> = { ...RESOURCES[this.#type].one, ...RESOURCES[this.#type].many }
    const body = { data: toLinkage(targets[name]!, linked) }
    await this.#http.json(method, `${this.#pathOf(id)}/relationships/${toWire(name)}`, { ...options, body })
  }

  #listPath({ event }: { event?: Link | undefined }): string {
    return event ? this.#path.replace('/v1/', `/v1/events/${encodeURIComponent(idOf(event))}/`) : this.#path
  }

  #pathOf(id: Link): string {
    return `${this.#path}/${encodeURIComponent(idOf(id))}`
  }

  #change<R>(id: Link, fields: object, query: AnyQuery & CallOptions & WriteOptions): Promise<R> {
    const call = { body: toBody(this.#type, fields, idOf(id)), headers: conditionOf(query) }
    return one(this.#http, 'PATCH', this.#pathOf(id), query, call)
  }
}

export type RelatedOf<T extends Type, R extends RelationName<T>, I extends string = never, F = AllFields> =
  R extends ManyName<T> ? Page<RecordOf<Target<T, R>, I, F>> : RecordOf<Target<T, R>, I, F> | null

type Can<T extends Type, Word extends string> = Word extends Resources[T]['operations'] ? true : false

type Methods<T extends Type> =
  | 'get'
  | 'related'
  | (true extends Can<T, 'list'> | Resources[T]['nested'] ? 'list' | 'all' : never)
  | (Can<T, 'create'> extends true ? 'create' : never)
  | (Can<T, 'update'> extends true ? 'update' | 'attach' | 'setLinks' | 'addLinks' | 'removeLinks' : never)
  | (Can<T, 'delete'> extends true ? 'delete' : never)
  | (Can<T, 'update'> extends true
      ? 'deletedAt' extends keyof Resources[T]['attributes']
        ? 'restore'
        : never
      : never)

/** Has only the methods that the service has routes for. */
export type CollectionOf<T extends Type> = Pick<Collection<T>, Methods<T>>
