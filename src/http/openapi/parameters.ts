/** The query parameters. Most depend only on the model, so its operations share them. */
import { isComparable, isToMany, type Model, type Models } from '../../jsonapi/model.ts'
import { isSearched } from '../../jsonapi/search.ts'
import type { Schema } from './common-schemas.ts'
import { schemaName } from './schemas.ts'

const reference = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

const queryParameter = (name: string, description: string, schema: Schema): Schema => ({
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

export function singleParameters(model: Model): Schema[] {
  return [
    ...(model.relations.size > 0 ? [reference(`${schemaName(model.type)}Include`)] : []),
    reference('Fields'),
  ]
}

export function listParameters(model: Model): Schema[] {
  const shared = [
    'Filter',
    ...(isSearched(model) ? ['Search'] : []),
    `${schemaName(model.type)}Sort`,
    'PageNumber',
    'PageSize',
    'PageAfter',
    'PageBefore',
    'Format',
  ]
  return [...singleParameters(model), ...shared.map(reference)]
}

/** The parameters that operations refer to. */
export function sharedParameters(models: Models): Record<string, Schema> {
  const own = [...models.values()].flatMap((model) => [
    [`${schemaName(model.type)}Include`, includeParameter(model)] as const,
    [`${schemaName(model.type)}Sort`, sortParameter(model)] as const,
  ])
  return { ...COMMON_PARAMETERS, Fields: fieldsParameter(models), ...Object.fromEntries(own) }
}

function includeParameter(model: Model): Schema {
  const paths = [...model.relations.values()].flatMap(({ wire, target }) => [
    wire,
    ...[...target.relations.values()].map((next) => `${wire}.${next.wire}`),
  ])
  const about = 'Related records to include: the paths listed here, or any path of up to three relationships.'
  return { ...queryParameter('include', about, list(paths, 30)), style: 'form', explode: false }
}

function sortParameter(model: Model): Schema {
  const sortable = [...model.attributes.values()].filter(isComparable)
  const names = ['id', ...sortable.map(({ wire }) => wire)].flatMap((name) => [name, `-${name}`])
  const toOne = [...model.relations.values()].find((relation) => !isToMany(relation))
  const also = toOne ? ` Fields of a to-one relationship work too, such as \`${toOne.wire}.id\`.` : ''
  const about = `Fields to sort by. Prefix a field with \`-\` for descending order.${also}`
  return { ...queryParameter('sort', about, list(names, 10)), style: 'form', explode: false }
}

function fieldsParameter(models: Models): Schema {
  const types = [...models.values()].map((model) => {
    const attributes = [...model.attributes.values()].filter(({ field }) => !field.writeOnly)
    const names = [...attributes, ...model.relations.values()].map(({ wire }) => wire)
    return [model.type, { type: 'string', pattern: `^((id|${names.join('|')})(,|$))*$` }]
  })
  const about = 'The fields to return for each type, such as `fields[session]=title,track`.'
  const schema = { type: 'object', properties: Object.fromEntries(types), additionalProperties: false }
  return { ...queryParameter('fields', about, schema), style: 'deepObject' }
}

const CURSOR: Schema = { type: 'string', pattern: '^[\\w.-]+$', maxLength: 8_000 }

const COMMON_PARAMETERS: Record<string, Schema> = {
  Search: queryParameter(
    'filter[search]',
    'Words that the texts of a record must contain. The best matches come first unless `sort` is given.',
    { type: 'string', maxLength: 200 },
  ),
  Format: queryParameter('format', '`csv` returns all records as a table, like `Accept: text/csv`.', {
    type: 'string',
    enum: ['json', 'csv'],
    default: 'json',
  }),
  Filter: queryParameter('filter', 'A JSON array of conditions `{name, op, val}`. See the API guide.', {
    type: 'string',
    pattern: '^(\\[.*\\]|null)$',
  }),
  PageNumber: queryParameter('page[number]', 'The page to return, starting at 1.', {
    type: 'integer',
    minimum: 1,
    maximum: 10 ** 15 - 1,
  }),
  PageSize: queryParameter('page[size]', 'Records per page. 0 returns all records.', {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 20,
  }),
  PageAfter: queryParameter(
    'page[after]',
    'A cursor: returns the records after it. See the API guide.',
    CURSOR,
  ),
  PageBefore: queryParameter(
    'page[before]',
    'A cursor: returns the records before it. See the API guide.',
    CURSOR,
  ),
}
