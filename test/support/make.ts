/** Records that fill what does not matter to a test; what matters is written in the test. */
import assert from 'node:assert/strict'
import { catalog, toAttributes } from './catalog.ts'
import type { CalledService, Caller, Json } from './service.ts'

type Attributes = Record<string, unknown>
export type Relationships = Record<
  string,
  { type: string; id: string } | { type: string; id: string }[] | null
>

/** The body of a request that creates a record with what is usual for its type. */
export function bodyOf(
  type: string,
  attributes: Attributes = {},
  relationships: Relationships = {},
  { entryOf } = catalog,
): Json {
  const linked = Object.fromEntries(Object.entries(relationships).map(([name, data]) => [name, { data }]))
  const usual = toAttributes(entryOf(type).sample.attributes)
  return { data: { type, attributes: { ...usual, ...attributes }, relationships: linked } }
}

export async function make(
  service: CalledService,
  as: Caller | undefined,
  type: string,
  attributes: Attributes = {},
  relationships: Relationships = {},
): Promise<Json> {
  const known = service.catalog ?? catalog
  const answer = await service.call('POST', `/v1${known.entryOf(type).declaration.path}`, {
    as,
    body: bodyOf(type, attributes, relationships, known),
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

export const linkTo = ({ type, id }: { type: string; id: string }) => ({ type, id })
