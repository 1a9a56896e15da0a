/** A resource with one record only, such as the settings: it is read and changed without an id. */
import { toBody } from './document.ts'
import type { Http } from './http.ts'
import type { CallOptions } from './query.ts'
import type { RecordOf, Type, UpdateOf } from './records.ts'
import { conditionOf, one, type WriteOptions } from './requests.ts'
import { RESOURCES } from './schema.ts'

export class Singleton<T extends Type> {
  readonly #http: Http
  readonly #type: T
  readonly #path: string

  constructor(http: Http, type: T) {
    this.#http = http
    this.#type = type
    this.#path = RESOURCES[type].path
  }

  get(options: CallOptions = {}): Promise<RecordOf<T>> {
    return one(this.#http, 'GET', this.#path, options)
  }

  /** Changes the fields that are named and keeps the others. */
  async update(fields: UpdateOf<T>, options: CallOptions & WriteOptions = {}): Promise<RecordOf<T>> {
    const { id } = await this.get(options)
    const call = { body: toBody(this.#type, fields as object, id), headers: conditionOf(options) }
    return one(this.#http, 'PATCH', this.#path, options, call)
  }
}
