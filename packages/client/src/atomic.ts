/** Several writes in one transaction: all of them, or none. */
import { type Identifier, idOf, type Resource, toBody, toLinkage, toRecords } from './document.ts'
import type { Http } from './http.ts'
import { toWire } from './names.ts'
import type { CallOptions } from './query.ts'
import type { CreateOf, Linked, ManyName, RecordOf, RelationName, Type, UpdateOf } from './records.ts'
import { type Link, RESOURCES } from './schema.ts'

const MEDIA_TYPE = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'

/** A record that will be there when all writes are done. Until then other writes can link to it, change and remove it. */
export interface Added<T extends Type> {
  /** Its local id. */
  readonly id: string
  readonly type: T
}

/** What the writes return, with the records in place of those that were to be added or changed. */
export type Done<V> =
  V extends Added<infer T> ? RecordOf<T> : V extends object ? { [K in keyof V]: Done<V[K]> } : V

interface Target {
  type: string
  id: string
}

export class AtomicWrites {
  readonly operations: object[] = []
  /** The places of the operations whose results are records. */
  readonly places = new Map<object, number>()
  readonly #local = new Set<string>()

  add<T extends Type>(type: T, fields: CreateOf<T>): Added<T> {
    const id = `local ${this.#local.size + 1}`
    const { data } = this.#bodyOf(type, fields as object)
    this.#local.add(id)
    return this.#note({ op: 'add', data: { ...data, lid: id } }, { type, id })
  }

  update<T extends Type>(type: T, id: Link, fields: UpdateOf<T>): Added<T> {
    const { data } = this.#bodyOf(type, fields as object)
    const target = this.#named({ type, id: idOf(id) })
    return this.#note({ op: 'update', data: { ...data, ...target } }, { type, id: idOf(id) })
  }

  remove(type: Type, id: Link): void {
    this.operations.push({ op: 'remove', ref: this.#named({ type, id: idOf(id) }) })
  }

  setLinks<T extends Type, R extends RelationName<T>>(
    type: T,
    id: Link,
    name: R,
    linked: Linked<T, R>,
  ): void {
    this.#changeLinks('update', { type, id: idOf(id) }, name, linked)
  }

  addLinks<T extends Type, R extends ManyName<T>>(type: T, id: Link, name: R, added: readonly Link[]): void {
    this.#changeLinks('add', { type, id: idOf(id) }, name, added)
  }

  removeLinks<T extends Type, R extends ManyName<T>>(
    type: T,
    id: Link,
    name: R,
    removed: readonly Link[],
  ): void {
    this.#changeLinks('remove', { type, id: idOf(id) }, name, removed)
  }

  #note<T extends Type>(operation: object, added: Added<T>): Added<T> {
    this.places.set(added, this.operations.length)
    this.operations.push(operation)
    return added
  }

  #changeLinks(op: string, target: Target, name: string, linked: Link | readonly Link[] | null): void {
    const { one, many } = RESOURCES[target.type as Type]
    const targets: Record<string, string> = { ...one, ...many }
    const ref = { ...this.#named(target), relationship: toWire(name) }
    this.operations.push({ op, ref, data: this.#linkage(toLinkage(targets[name]!, linked)) })
  }

  /** The body of a single request, with the local ids of what it links to. */
  #bodyOf(type: Type, fields: object): { data: object } {
    const { data } = toBody(type, fields) as {
      data: { relationships: Record<string, { data: Identifier | Identifier[] | null }> }
    }
    const links = Object.entries(data.relationships).map(([name, link]) => [
      name,
      { data: this.#linkage(link.data) },
    ])
    return { data: { ...data, relationships: Object.fromEntries(links) } }
  }

  #linkage(data: Identifier | Identifier[] | null): unknown {
    if (data === null) return null
    return Array.isArray(data) ? data.map((one) => this.#named(one)) : this.#named(data)
  }

  #named({ type, id }: Target): object {
    return this.#local.has(id) ? { type, lid: id } : { type, id }
  }
}

export async function atomic<V>(
  http: Http,
  write: (writes: AtomicWrites) => V,
  options: CallOptions,
): Promise<Done<V>> {
  const writes = new AtomicWrites()
  const value = write(writes)
  const { 'atomic:results': results } = await http.json<{ 'atomic:results': { data?: Resource }[] }>(
    'POST',
    '/v1/operations',
    {
      ...options,
      body: { 'atomic:operations': writes.operations },
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE },
    },
  )
  const recordOf = (place: number) => toRecords({ data: results[place]!.data!, links: {} }, {})[0]
  const done = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one
    const place = writes.places.get(one)
    if (place !== undefined) return recordOf(place)
    if (Array.isArray(one)) return one.map(done)
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, done(inner)]))
  }
  return done(value) as Done<V>
}
