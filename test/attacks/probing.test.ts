/** Questions about what is hidden: by filters, orders, sparse fields and includes nobody learns what is not shown to them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Attribute, isComparable, isToMany, type Model, type Relation } from '../../src/jsonapi/model.ts'
import type { Access } from '../../src/resources/declare.ts'
import { type Caller, startTestService } from '../support/service.ts'
import { ask, hideProposals, isPrivate, makeTenants, mark } from './tenants.ts'

const service = await startTestService({ CACHE_MB: '8' })
const models = [...service.models.values()]
// The published one first, so that its records stand on the first page of every list.
const published = await makeTenants(service, 'published')
const draft = await makeTenants(service, 'draft')
const { anonymous, member } = published.attackers
const callers: Record<string, Caller | undefined> = { anonymous, 'a member of another event': member }

const listed = models.filter(
  ({ declaration: { access, singleton } }) => access.list !== false && singleton === undefined,
)
const asFilter = (...nodes: object[]) => `filter=${encodeURIComponent(JSON.stringify(nodes))}`
const attributesOf = ({ attributes }: Model) => [...attributes.values()].filter(isComparable)
const isHidden = ({ field }: { field: { visibleTo?: Access } }) => field.visibleTo !== undefined
const isText = ({ field }: Attribute) => field.kind.column === 'text'

/** Whether the text of the field comes late in the alphabet; for other columns whether there is a value. */
const askOf = (name: string, attribute: Attribute) =>
  isText(attribute) ? { name, op: 'gt', val: 'm' } : { name, op: 'isnot', val: null }

/** A list in the order of each hidden field, filtered by it, and filtered by what its relationships lead to. */
function questionsAbout(model: Model): string[] {
  const hidden = attributesOf(model).filter(isHidden)
  const related = [...model.relations.values()].flatMap((relation) => deepQuestions(relation))
  return [
    '',
    `include=${[...model.relations.values()].map(({ wire }) => wire).slice(0, 30)}`,
    ...hidden.flatMap((one) => [`sort=-${one.wire}`, asFilter(askOf(one.wire, one))]),
    ...related,
  ]
}

function deepQuestions(relation: Relation): string[] {
  const { wire, target } = relation
  const texts = attributesOf(target).filter(isText).slice(0, 1)
  // From afar one field stands for all that are hidden by the same word.
  const byWord = Map.groupBy(attributesOf(target).filter(isHidden), ({ field }) => field.visibleTo)
  const hidden = [...byWord.values()].map((fields) => fields.find(isText) ?? fields[0]!)
  const asked = isPrivate(target) ? [...texts, ...hidden] : []
  const sorted = relation.visibleTo ? asked : asked.filter(isHidden)
  const some = { name: wire, op: isToMany(relation) ? 'any' : 'has', val: { name: 'id', op: 'gt', val: 1 } }
  return [
    ...(isPrivate(target) ? [asFilter({ not: some })] : []),
    ...asked.map((one) => asFilter(askOf(`${wire}__${one.wire}`, one))),
    ...(isToMany(relation) ? [] : sorted.map((one) => `sort=${wire}.${one.wire}`)),
  ]
}

/** All paths of two relationships, each pair from one kind that leads there, as many in one request as it may have. */
const met = new Set<string>()
function includesOf(model: Model): string[] {
  const paths = [...model.relations.values()].flatMap(({ wire, target }) => {
    if (met.has(target.type)) return []
    met.add(target.type)
    return [...target.relations.values()].map((next) => `${wire}.${next.wire}`)
  })
  return Array.from(
    { length: Math.ceil(paths.length / 30) },
    (_, place) => `include=${paths.slice(place * 30, place * 30 + 30)}`,
  )
}

const questions = listed.flatMap((model) =>
  [...questionsAbout(model), ...includesOf(model)].map((query) => `${model.path}?page[size]=3&${query}`),
)
const { event } = published.victim.world.records
const belowEvent = listed
  .filter(({ parent }) => parent?.target.type === 'event')
  .flatMap((model) =>
    attributesOf(model)
      .filter(isHidden)
      .map((one) => `/v1/events/${event!.id}${model.declaration.path}?sort=${one.wire}`),
  )

/** What is hidden: all of the drafts, and what a published event shows only to its own. */
async function setHidden(text: string): Promise<void> {
  await mark(service, draft.victim, text, () => true)
  const open = new Set<Access>(['all', 'visible', 'viewer', 'submission', 'profile', 'ticket', 'feedback'])
  await mark(
    service,
    published.victim,
    text,
    (attribute, { declaration }) => isHidden(attribute) || !open.has(declaration.access.read),
  )
  await hideProposals(service, published.victim, text)
}

async function answersTo(who: string, urls: string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const url of urls) {
    const { status, headers, body } = await ask(service, 'GET', url, { as: callers[who] })
    answers[url] = `${status} ${/"etag":"[^,]*/.exec(headers)} ${body}`
  }
  return answers
}

describe('what is hidden', () => {
  for (const who of Object.keys(callers)) {
    it(`makes no difference to any answer to ${who}`, async () => {
      const urls = [...questions, ...belowEvent]
      await setHidden('a1mark')
      const before = await answersTo(who, urls)
      await setHidden('z9mark')
      const after = await answersTo(who, urls)

      assert.ok(urls.length > 300, `${urls.length} questions`)
      const told = urls.filter((url) => before[url] !== after[url] || /[az]\dmark/.test(after[url]!))
      assert.deepEqual(told, [])
    })
  }
})

describe('a column that is no field', async () => {
  const columns = await service.db.query<{ table: string; name: string }>(sql`select table_name as table,
    column_name as name from information_schema.columns where table_schema = 'public' order by 1, 2`)
  const unsaid = models.map((model) => ({
    model,
    names: columns
      .filter(({ table, name }) => table === model.table && name !== 'id' && !isShown(model, name))
      .map(({ name }) => name),
  }))

  function isShown({ attributes, relations }: Model, name: string): boolean {
    const attribute = attributes.get(name)
    return (attribute && !attribute.field.writeOnly) || relations.has(name)
  }

  it('is as unknown as one that there is not, in filters, orders and sparse fields, to staff too', async () => {
    const as = draft.victim.cast.admin
    const ask = async ({ path, type }: Model, name: string) => {
      const spellings = `\\b(${name.replaceAll('_', '[-_]')}|nonsense)\\b`
      const nodes = [asFilter({ name, op: 'eq', val: 'x' }), asFilter({ name, op: 'ne', field: 'id' })]
      // The short filter of this name is the full-text search, which is no filter of a column.
      const short = name === 'search' ? 'nonsense' : name
      const queries = [...nodes, `sort=${name}`, `filter[${short}]=x`, `fields[${type}]=${name}`]
      const answers = queries.map((query) => service.call('GET', `${path}?${query}`, { as }))
      return (await Promise.all(answers)).map(({ status, body: { errors } }) => {
        const [{ detail, source }] = errors
        return [status, JSON.stringify([detail, source]).replace(new RegExp(spellings, 'g'), 'NAME')]
      })
    }
    const found: string[] = []
    for (const { model, names } of unsaid.filter(({ model }) => listed.includes(model))) {
      const unknown = JSON.stringify(await ask(model, 'nonsense'))
      for (const name of names)
        if (JSON.stringify(await ask(model, name)) !== unknown) found.push(`${model.type}.${name}`)
    }
    assert.ok(unsaid.flatMap(({ names }) => names).includes('password_hash'))
    assert.deepEqual(found, [])
  })
})
