/** Creations: each is checked by itself; those from which nothing follows can be written many at once. */
import sql from 'sql-template-tag'
import { isOpen } from '../access/words.ts'
import { UnprocessableError } from '../errors.ts'
import type { Row } from '../resources/declare.ts'
import { TOLD, tellEnd, toldOf } from './announcements.ts'
import { type Input, readBody } from './body.ts'
import { changedLinks, changedValues, withEntries } from './change-log.ts'
import { hasConsequences } from './effects.ts'
import { addLinks, checkTargets, writableLinks } from './links.ts'
import type { Relation } from './model.ts'
import { findParent, type Permission, refuse, withoutParent, wordsToCreate } from './permission.ts'
import { project } from './projection.ts'
import type { Write } from './request.ts'
import { selectOne } from './select.ts'
import { insertRow, insertRows } from './statements.ts'
import { addMissing, valuesToCreate } from './values.ts'

/** A creation that is allowed and complete, but not written yet. */
export interface Draft {
  values: Row
  links: [Relation, string[]][]
  /** The record that the new one will belong to. */
  parentId: unknown
  sent: Row
}

/** Creates a record, below the parent in the path if there is one, and returns its row. */
export async function create(write: Write, body: unknown, parentId?: string): Promise<Row> {
  const draft = await prepareCreation(write, body, parentId)
  if (!isPlain(write, draft)) return createWithConsequences(write, draft)
  const [row] = await createMany(write, [draft])
  return row!
}

export async function prepareCreation(write: Write, body: unknown, parentId?: string): Promise<Draft> {
  const { model, caller } = write
  const word = model.declaration.access.create!
  if (!caller && !isOpen(word)) refuse(caller, word)
  const input = readBody(body, model, 'create', write.isStrict)
  const permission = await permissionToCreate(write, input, parentId)
  permission.demand(word)
  const values = await valuesToCreate(write, input, permission)
  const links = writableLinks(model, input.relations)
  return { values, links, parentId: permission.row.id, sent: input.attributes }
}

async function permissionToCreate(write: Write, input: Input, parentId?: string): Promise<Permission> {
  const { model, caller } = write
  const words = wordsToCreate(model)
  if (!model.parent) return withoutParent(model, caller, words)
  const id = parentId ?? input.relations.get(model.parent)?.[0]
  if (id !== undefined) return findParent(write, model.parent, id, words)
  addMissing(input.faults, model.parent)
  throw new UnprocessableError(input.faults)
}

/** Whether the record is a row and nothing else. */
export function isPlain({ model, caller, effects }: Write, { values, links, sent }: Draft): boolean {
  return links.length === 0 && !hasConsequences(effects[model.type], { caller, after: values, sent })
}

export function createWithConsequences(write: Write, draft: Draft): Promise<Row> {
  const { db, model, caller, query } = write
  const { values, links, parentId, sent } = draft
  return db.transaction(async (tx) => {
    const linked = links.map(([relation, ids]) => changedLinks(relation, undefined, ids))
    const entry = Object.assign(changedValues(model, { after: values }), ...linked)
    const insert = withEntries(write, insertRow(model, values), {
      action: 'created',
      values: [entry],
      before: [values],
    })
    const [row] = await tx.query<Row>(sql`${insert} select t.*, ${TOLD} from t`)
    const { told, rest: after } = toldOf(row!)
    const id = after.id as string
    const asking = { db: tx, caller }
    for (const [relation, ids] of links) {
      await addLinks(tx, relation, id, await checkTargets(asking, relation, ids, parentId))
    }
    const effects = write.effects[model.type]
    const shown: Row = {}
    const reader = (await effects?.created?.(tx, { caller, sent, id, after, shown })) ?? caller
    await tellEnd(tx, model, id, told)
    return { ...(await selectOne({ db: tx, caller: reader, query }, model, sql`t.id = ${id}`))!, ...shown }
  })
}

/** Writes plain drafts and reads them back in one statement, in their order. */
export function createMany(write: Write, drafts: readonly Draft[]): Promise<Row[]> {
  const { db, model, caller, query } = write
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const statement = insertRows(
    model,
    drafts.map(({ values }) => values),
  )
  const insert = withEntries(write, statement, {
    action: 'created',
    values: drafts.map(({ values }) => changedValues(model, { after: values })),
    before: drafts.map(({ values }) => values),
  })
  return db.query<Row>(sql`${insert} select ${list} from t${words} order by t.id`, query.room)
}
