/** Performs operations in their order, in one transaction, by the code of the single routes. */
import sql from 'sql-template-tag'
import type { Caller } from '../../access/caller.ts'
import { demandScope } from '../../access/token-scopes.ts'
import type { Db } from '../../database/connect.ts'
import { ForbiddenError, PlenumError } from '../../errors.ts'
import type { Row } from '../../resources/declare.ts'
import { isObject } from '../body.ts'
import {
  create,
  createMany,
  createWithConsequences,
  type Draft,
  isPlain,
  prepareCreation,
} from '../create.ts'
import type { Model } from '../model.ts'
import { type Operations, remove, update } from '../operations.ts'
import { changeRelationship, type LinkMethod } from '../relationships.ts'
import type { Write } from '../request.ts'
import { resourceWriter } from '../resource-text.ts'
import { operationsOf, type Parts, scopeFor } from '../route-parts.ts'
import { inLinkage, placed } from './faults.ts'
import { LocalIds } from './local-ids.ts'
import { remembering } from './memory.ts'
import type { Operation } from './operation.ts'
import { type Place, readLocalId } from './places.ts'

/** How many values one statement inserts; PostgreSQL takes 65,535. */
const MOST_VALUES = 20_000

type At<Kind extends Place['kind']> = Extract<Place, { kind: Kind }>

interface Waiting {
  number: number
  draft: Draft
  lid: string | undefined
}

/** The request: what all its writes share, and who makes it as of now. */
export interface Request extends Pick<Write, 'network' | 'query' | 'isStrict' | 'requestId'> {
  caller: Caller
  /** Finds the caller again, with the roles that earlier operations gave or took. */
  recall(tx: Db): Promise<Caller>
}

export class Run {
  /** The result of each operation, as text. */
  readonly results: string[] = []
  private readonly parts: Parts
  private readonly request: Request
  private readonly tx: Db
  private readonly lids: LocalIds
  private caller: Caller
  private isCallerStale = false
  /** Additions of one type that wait to be written together. */
  private waiting: Waiting[] = []
  private model: Model | undefined
  private values = 0
  private memory: Db

  constructor(parts: Parts, request: Request, tx: Db) {
    this.parts = parts
    this.request = request
    this.tx = tx
    this.caller = request.caller
    this.memory = remembering(tx)
    this.lids = new LocalIds(parts.models, () => this.writeWaiting())
  }

  async perform(operations: readonly Operation[]): Promise<void> {
    for (const [number, operation] of operations.entries()) {
      try {
        await this.performOne(operation, number)
      } catch (error) {
        // What was to be written before this one may be refused itself. A refusal of the database has ended everything.
        if (error instanceof PlenumError) await this.writeWaiting()
        throw placed(error, number, this.parts.refusalOf)
      }
    }
    await this.writeWaiting()
  }

  private async performOne({ op, place, data }: Operation, number: number): Promise<void> {
    if (place.kind === 'collection') return this.add(place, data, number)
    await this.writeWaiting()
    this.memory = remembering(this.tx)
    this.results[number] = '{}'
    if (place.kind === 'relationship') await this.changeLinks(place, METHODS[op], data)
    else if (op === 'remove') await this.remove(place)
    else this.results[number] = await this.update(place, data)
    this.noteEffects(place.model)
  }

  private async add({ model, parent }: At<'collection'>, data: unknown, number: number): Promise<void> {
    this.demand(model, 'create')
    const parentId = parent && (await this.lids.idOf(parent, '/ref'))
    const lid = isObject(data) && data.lid !== undefined ? readLocalId(data.lid, '/data/lid') : undefined
    const record = await this.lids.inRecord(data)
    if (lid !== undefined) this.lids.declare(model, lid)
    if (model !== this.model) await this.writeWaiting()
    const write = await this.write(model)
    const draft = await prepareCreation({ ...write, db: this.memory }, { data: record }, parentId)
    if (isPlain(write, draft) && !refersToItself(model)) {
      this.model = model
      this.waiting.push({ number, draft, lid })
      this.values += Object.keys(draft.values).length
      if (this.values > MOST_VALUES) await this.writeWaiting()
      return
    }
    await this.writeWaiting()
    const row = await createWithConsequences(write, draft)
    this.note(model, { number, draft, lid }, row)
    this.memory = remembering(this.tx)
    this.noteEffects(model)
  }

  /** One statement for all. If it is refused, each is written by itself to find out which one is at fault. */
  private async writeWaiting(): Promise<void> {
    const { waiting, model } = this
    if (waiting.length === 0 || !model) return
    this.waiting = []
    this.values = 0
    const write = await this.write(model)
    const drafts = waiting.map(({ draft }) => draft)
    await this.tx.query(sql`savepoint additions`)
    const rows = await createMany(write, drafts).catch(async () => {
      await this.tx.query(sql`rollback to savepoint additions`)
      return this.writeOneByOne(write, waiting)
    })
    await this.tx.query(sql`release savepoint additions`)
    for (const [place, one] of waiting.entries()) this.note(model, one, rows[place]!)
  }

  private async writeOneByOne(write: Write, waiting: readonly Waiting[]): Promise<Row[]> {
    const rows: Row[] = []
    for (const { number, draft } of waiting) {
      const [row] = await createMany(write, [draft]).catch((error) => {
        throw placed(error, number, this.parts.refusalOf)
      })
      rows.push(row!)
    }
    return rows
  }

  private note(model: Model, { number, lid }: Waiting, row: Row): void {
    if (lid !== undefined) this.lids.set(model, lid, row.id as string)
    this.results[number] = this.textOf(model, row)
  }

  private async update({ model, named }: At<'record'>, data: unknown): Promise<string> {
    this.demand(model, 'update')
    const id = await this.lids.idOf(named, '/ref')
    const record = await this.lids.inRecord(data)
    const write = await this.write(model)
    const body = { data: await this.withId(model, record) }
    return this.textOf(model, await update(write, id, body, { ifMatch: undefined }))
  }

  /** The data of an update may name its record by the local id too. */
  private async withId(model: Model, data: unknown): Promise<unknown> {
    if (!isObject(data) || data.lid === undefined) return data
    const { lid, ...record } = data
    const named = { model, lid: readLocalId(lid, '/data/lid') }
    return { ...record, id: await this.lids.idOf(named, '/data') }
  }

  private async remove({ model, named }: At<'record'>): Promise<void> {
    this.demand(model, 'remove')
    const id = await this.lids.idOf(named, '/ref')
    await remove(await this.write(model), id, { ifMatch: undefined })
  }

  private async changeLinks(
    { model, relation, named }: At<'relationship'>,
    method: LinkMethod,
    data: unknown,
  ): Promise<void> {
    if (!model.declaration.access.update) throw new ForbiddenError(`A ${model.type} cannot be changed.`)
    const id = await this.lids.idOf(named, '/ref')
    const body = { data: await this.lids.inLinkage(data, '/data') }
    const write = await this.write(model)
    await changeRelationship(write, relation, method, { id, body }).catch((error) => {
      throw inLinkage(error, relation, this.parts.refusalOf)
    })
  }

  private async write(model: Model): Promise<Write> {
    if (this.isCallerStale) this.caller = await this.request.recall(this.tx)
    this.isCallerStale = false
    demandScope(this.caller, scopeFor('POST', model))
    const { network, query, isStrict = false, requestId } = this.request
    const { effects } = this.parts
    const of = { network, query, isStrict, ...(requestId !== undefined && { requestId }) }
    return { ...of, db: this.tx, caller: this.caller, effects, model }
  }

  /** Where something follows from writes, it may be a role of the caller. */
  private noteEffects({ type }: Model): void {
    if (this.parts.effects[type]) this.isCallerStale = true
  }

  /** Some writes need more than a transaction, such as a count of tries that stays when the write fails. */
  private demand(model: Model, word: keyof Operations): void {
    const { type, declaration, path } = model
    if (!declaration.access[word]) throw new ForbiddenError(`There is no way to ${word} a ${type}.`)
    if (operationsOf(this.parts, model)[word] === ENGINE[word]) return
    const single = `${METHOD_OF[word]} ${path}${word === 'create' ? '' : '/{id}'}`
    throw new ForbiddenError(
      `Operations cannot ${word} a ${type}, because that takes more than one transaction. Use ${single}.`,
    )
  }

  private textOf(model: Model, row: Row): string {
    return `{"data":${resourceWriter(model, this.request.query.fields.get(model.type))(row)}}`
  }
}

const ENGINE: Operations = { create, update, remove }
const METHOD_OF = { create: 'POST', update: 'PATCH', remove: 'DELETE' } as const
const METHODS = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const

/** Then one record may need another that waits. */
function refersToItself({ relations }: Model): boolean {
  return [...relations.values()].some(({ owner, target }) => owner === target)
}
