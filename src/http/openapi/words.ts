/** The words of a query. Most follow from what a model has, so they are shared by its operations. */
import { isToMany, type Model, type Models } from '../../jsonapi/model.ts'
import type { Schema } from './common-schemas.ts'
import { schemaName } from './schemas.ts'

const parameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

const word = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: 'query',
  description,
  schema,
})

const list = (names: string[], most: number): Schema => ({
  type: 'array',
  items: { type: 'string', enum: names },
  maxItems: most,
})

export function singleWords(model: Model): Schema[] {
  return [
    ...(model.relations.size > 0 ? [parameter(`${schemaName(model.type)}Include`)] : []),
    parameter('Fields'),
  ]
}

export function listWords(model: Model): Schema[] {
  const shared = [
    'Filter',
    `${schemaName(model.type)}Sort`,
    'PageNumber',
    'PageSize',
    'PageAfter',
    'PageBefore',
  ]
  return [...singleWords(model), ...shared.map(parameter)]
}

/** The parameters that operations refer to. */
export function wordParameters(models: Models): Record<string, Schema> {
  const own = [...models.values()].flatMap((model) => [
    [`${schemaName(model.type)}Include`, includeWord(model)] as const,
    [`${schemaName(model.type)}Sort`, sortWord(model)] as const,
  ])
  return { ...COMMON_WORDS, Fields: fieldsWord(models), ...Object.fromEntries(own) }
}

function includeWord(model: Model): Schema {
  const paths = [...model.relations.values()].flatMap(({ wire, target }) => [
    wire,
    ...[...target.relations.values()].map((next) => `${wire}.${next.wire}`),
  ])
  const about = 'Related records to include: the paths listed here, or any path of up to three relationships.'
  return { ...word('include', about, list(paths, 30)), style: 'form', explode: false }
}

function sortWord(model: Model): Schema {
  const sortable = [...model.attributes.values()].filter(
    ({ field }) => !field.writeOnly && field.kind.column !== 'jsonb',
  )
  const names = ['id', ...sortable.map(({ wire }) => wire)].flatMap((name) => [name, `-${name}`])
  const toOne = [...model.relations.values()].find((relation) => !isToMany(relation))
  const also = toOne ? ` Fields of a to-one relationship work too, such as \`${toOne.wire}.id\`.` : ''
  const about = `Fields to sort by. Prefix a field with \`-\` for descending order.${also}`
  return { ...word('sort', about, list(names, 10)), style: 'form', explode: false }
}

function fieldsWord(models: Models): Schema {
  const types = [...models.values()].map((model) => {
    const attributes = [...model.attributes.values()].filter(({ field }) => !field.writeOnly)
    const names = [...attributes, ...model.relations.values()].map(({ wire }) => wire)
    return [model.type, { type: 'string', pattern: `^((id|${names.join('|')})(,|$))*$` }]
  })
  const about = 'The fields to return for each type, such as `fields[session]=title,track`.'
  const schema = { type: 'object', properties: Object.fromEntries(types), additionalProperties: false }
  return { ...word('fields', about, schema), style: 'deepObject' }
}

const CURSOR: Schema = { type: 'string', pattern: '^[\\w.-]+$', maxLength: 8_000 }

const COMMON_WORDS: Record<string, Schema> = {
  Filter: word('filter', 'A JSON array of conditions `{name, op, val}`. See the API guide.', {
    type: 'string',
    pattern: '^(\\[.*\\]|null)$',
  }),
  PageNumber: word('page[number]', 'The page to return, starting at 1.', {
    type: 'integer',
    minimum: 1,
    maximum: 10 ** 15 - 1,
  }),
  PageSize: word('page[size]', 'Records per page. 0 returns all records.', {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 20,
  }),
  PageAfter: word('page[after]', 'A cursor: returns the records after it. See the API guide.', CURSOR),
  PageBefore: word('page[before]', 'A cursor: returns the records before it. See the API guide.', CURSOR),
}
