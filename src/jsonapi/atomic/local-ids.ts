/** Local ids: names that a document gives to the records that it adds, one for each type and name. */
import { BadRequestError } from '../../errors.ts'
import { isObject } from '../body.ts'
import type { Model, Models } from '../model.ts'
import { modelOf, type Named, namedBy } from './places.ts'

export class LocalIds {
  private readonly models: Models
  private readonly write: () => Promise<void>
  /** Undefined while the record waits to be written. */
  private readonly ids = new Map<string, string | undefined>()

  /** `write` writes all records that wait. */
  constructor(models: Models, write: () => Promise<void>) {
    this.models = models
    this.write = write
  }

  declare({ type }: Model, lid: string): void {
    if (this.ids.has(key(type, lid)))
      throw new BadRequestError(`The lid ${lid} is taken: another operation adds a ${type} with it.`, {
        pointer: '/data/lid',
      })
    this.ids.set(key(type, lid), undefined)
  }

  set({ type }: Model, lid: string, id: string): void {
    this.ids.set(key(type, lid), id)
  }

  async idOf(named: Named, pointer: string): Promise<string> {
    if ('id' in named) return named.id
    const { model, lid } = named
    const place = key(model.type, lid)
    if (this.ids.has(place) && this.ids.get(place) === undefined) await this.write()
    const id = this.ids.get(place)
    if (id !== undefined) return id
    throw new BadRequestError(`No operation before this one adds a ${model.type} with the lid ${lid}.`, {
      pointer: `${pointer}/lid`,
    })
  }

  /** The data of a record, with ids in place of the local ids of its relationships. */
  async inRecord(data: unknown): Promise<unknown> {
    if (!isObject(data) || !isObject(data.relationships)) return data
    const relationships = { ...data.relationships }
    for (const [name, value] of Object.entries(relationships)) {
      if (isObject(value) && 'data' in value) {
        const pointer = `/data/relationships/${name}/data`
        relationships[name] = { ...value, data: await this.inLinkage(value.data, pointer) }
      }
    }
    return { ...data, relationships }
  }

  /** The same for the linkage of one relationship. */
  async inLinkage(data: unknown, pointer: string): Promise<unknown> {
    if (!Array.isArray(data)) return this.inIdentifier(data, pointer)
    const all: unknown[] = []
    for (const [place, one] of data.entries()) all.push(await this.inIdentifier(one, `${pointer}/${place}`))
    return all
  }

  private async inIdentifier(value: unknown, pointer: string): Promise<unknown> {
    if (!isObject(value) || value.lid === undefined) return value
    const { lid: _, ...identifier } = value
    const named = namedBy(value, modelOf(value.type, this.models, `${pointer}/type`), pointer)
    return { ...identifier, id: await this.idOf(named!, pointer) }
  }
}

const key = (type: string, lid: string) => `${type} ${lid}`
