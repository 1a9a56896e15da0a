/** From a served route to an operation of the document. What a resource route does follows from its path. */

import { isOpen } from '../../access/words.ts'
import { isToMany, type Models, type Relation } from '../../jsonapi/model.ts'
import { MEDIA_TYPE, TABLE_TYPE } from '../../jsonapi/negotiation.ts'
import type { RouteDoc } from '../../web/route-doc.ts'
import type { ServedRoute } from '../app.ts'
import type { Schema } from './common-schemas.ts'
import { bodyExample, idExample } from './examples.ts'
import { listParameters, singleParameters } from './parameters.ts'
import { findPlace, type Place } from './place.ts'
import { createSchema, ref, relationshipDocument, relationshipInput, schemaName } from './schemas.ts'
import { tagOf } from './tags.ts'

type Operation = Record<string, unknown>

interface NamedOperation extends Operation {
  operationId: string
}

export function operationOf(route: ServedRoute, models: Models): NamedOperation {
  const place = route.doc ? undefined : findPlace(route.url, models)
  if (!route.doc && !place) throw new Error(`${route.method} ${route.url} has no description.`)
  const operation = route.doc ? plainOperation(route, route.doc, models) : resourceOperation(route, place!)
  const examples = place ? { id: idExample(place, route.method) } : { id: '1', ...route.doc?.example?.path }
  const parameters = [
    ...pathParameters(route.url, examples),
    ...((operation.parameters as Schema[]) ?? []),
    ...(route.method === 'POST' ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    ...operation,
    operationId: operationId(route),
    ...(parameters.length > 0 && { parameters }),
    security: isOpen(route.access) ? [{}, { token: [] }] : [{ token: [] }],
  }
}

function resourceOperation({ method }: ServedRoute, place: Place): Operation {
  const { model, part, relation } = place
  const example = bodyExample(place, method)
  const subject = part === 'related' ? relation!.target : model
  const name = schemaName(subject.type)
  // What is below an event is looked for where the records themselves are.
  const isChild = part === 'related' && subject.parent?.target === model
  const tags = [isChild ? subject.type : model.type]
  const about = relation ? `${relation.wire} of ${withArticle(model.type)}` : withArticle(model.type)
  if (part === 'relationship')
    return {
      tags,
      summary: `${VERBS[method]} the links ${about}`,
      ...relationshipParts(method, relation!, example),
    }
  const isList = method === 'GET' && (part === 'collection' || (part === 'related' && isToMany(relation!)))
  if (isList) {
    return {
      tags,
      summary: `List ${part === 'related' ? `the ${about}` : `all ${model.type} records`}`,
      parameters: listParameters(subject),
      responses: withTable(answers('200', ref(`${name}List`))),
    }
  }
  const schema = part === 'related' && method === 'GET' ? ref(`${name}OrNull`) : ref(`${name}Document`)
  const isNew = isChild && method === 'POST'
  const summary = isNew
    ? `Create ${withArticle(subject.type)} below ${withArticle(model.type)}`
    : `${VERBS[method]} ${part === 'related' ? `the ${about}` : about}`
  const parameters = [
    ...singleParameters(subject),
    ...(method === 'PATCH' || method === 'DELETE' ? [IF_MATCH] : []),
  ]
  if (method === 'POST')
    return {
      tags,
      summary,
      parameters: [...parameters, PREFER],
      requestBody: json(part === 'related' ? ref(`${name}Create`) : createSchema(subject), example),
      responses: answers('201', schema, CREATED),
    }
  if (method === 'PATCH')
    return {
      tags,
      summary,
      parameters: [...parameters, PREFER],
      requestBody: json(ref(`${name}Update`), example),
      responses: answers('200', schema, TAGGED),
    }
  if (method === 'DELETE')
    return { tags, summary, parameters: [IF_MATCH], responses: answers('200', ref('Deleted')) }
  return {
    tags,
    summary,
    parameters,
    responses: { ...answers('200', schema, TAGGED), '304': { description: 'Not modified.' } },
  }
}

function withArticle(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`
}

const VERBS: Record<string, string> = { GET: 'Read', POST: 'Create', PATCH: 'Change', DELETE: 'Delete' }

function relationshipParts(method: string, relation: Relation, example: Schema | undefined): Operation {
  const read = answers('200', relationshipDocument(relation))
  if (method === 'GET') return { parameters: singleParameters(relation.owner), responses: read }
  const responses = { ...read, '204': { description: 'Nothing changed.' } }
  return { requestBody: json(relationshipInput(relation), example), responses }
}

const FILE_ANSWERS = {
  '206': { description: 'The requested range.' },
  '3XX': { description: 'A redirect to the file.' },
}

function plainOperation({ url }: ServedRoute, doc: RouteDoc, models: Models): Operation {
  const json = doc.mediaType ?? (doc.jsonapi ? MEDIA_TYPE : 'application/json')
  const query = Object.entries(doc.query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }))
  const headers = Object.entries(doc.headers ?? {}).map(([name, description]) => {
    return { name, in: 'header', description, schema: { type: 'string' } }
  })
  const parameters = [...query, ...headers]
  const { body: example } = doc.example ?? {}
  const body = doc.multipart
    ? { 'multipart/form-data': { schema: doc.multipart, example } }
    : { [json]: { schema: doc.body, example } }
  const also = Object.entries(doc.also ?? {})
  const content = doc.media
    ? Object.fromEntries(doc.media.map((type) => [type, {}]))
    : { [json]: { schema: doc.answer ?? {} } }
  return {
    tags: [tagOf(url, models)],
    summary: doc.summary,
    ...(doc.example?.token && { 'x-token': doc.example.token }),
    ...(parameters.length > 0 && { parameters }),
    ...((doc.body || doc.multipart) && { requestBody: { required: !doc.isBodyOptional, content: body } }),
    responses: {
      [doc.status ?? '200']: { description: 'Done.', content },
      ...Object.fromEntries(also.map(([status, description]) => [status, { description, content }])),
      ...(doc.media && FILE_ANSWERS),
      ...REFUSED,
    },
  }
}

const ERROR = { $ref: '#/components/responses/Error' }
const REFUSED = { '4XX': ERROR, '5XX': ERROR }

function json(schema: Schema, example: Schema | undefined): Schema {
  return { required: true, content: { [MEDIA_TYPE]: { schema, example } } }
}

const TAGGED = {
  ETag: { schema: { type: 'string' }, description: 'The version of the resource.' },
}
const CREATED = {
  ...TAGGED,
  Location: { schema: { type: 'string' }, description: 'The path of the new resource.' },
}

function answers(status: string, schema: Schema, headers?: Schema): Record<string, unknown> {
  const good = { description: 'Done.', ...(headers && { headers }), content: { [MEDIA_TYPE]: { schema } } }
  return { [status]: good, ...REFUSED }
}

/** A list is also sent as a table. */
function withTable({ '200': good, ...others }: Record<string, unknown>): Record<string, unknown> {
  const { content, ...rest } = good as { content: object }
  return { '200': { ...rest, content: { ...content, [TABLE_TYPE]: TABLE } }, ...others }
}

const TABLE = {
  schema: {
    type: 'string',
    description:
      'All records of all pages, one line each, with a header line. UTF-8 with a byte order mark, RFC 4180.',
  },
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description: 'Write only if the resource still has this ETag.',
  schema: { type: 'string' },
}

const PREFER = {
  name: 'Prefer',
  in: 'header',
  description: '`handling=strict` rejects unknown attributes and relationships.',
  schema: { type: 'string' },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of 1 to 255 printable characters. A repeated request with the same key gets the first response again, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function pathParameters(url: string, examples: Record<string, string>): Schema[] {
  const names = [...url.matchAll(/:(\w+)|\*/g)].map(([match, name]) => (match === '*' ? 'path' : name!))
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: examples[name],
    ...(name === 'id' &&
      url.startsWith('/v1/events/') && { description: 'The id or identifier of the event.' }),
  }))
}

function operationId({ method, url }: ServedRoute): string {
  const words = url.split('/').filter((part) => part !== '' && part !== 'v1')
  const name = words.map((part) =>
    part
      .replace(/^:|\*/g, 'by-')
      .replace(/[-_]+([a-zA-Z])/g, (_match, letter: string) => letter.toUpperCase()),
  )
  return [method.toLowerCase(), ...name.map((part) => part.charAt(0).toUpperCase() + part.slice(1))]
    .join('')
    .replace(/\W|-$/g, '')
}
