/** Values for the fields of every kind that keep its rules. */
import fc from 'fast-check'
import type { Attribute, Model } from '../../src/jsonapi/model.ts'
import type { Row } from '../../src/resources/declare.ts'
import { anyValue } from '../support/any-event.ts'

/** What depends on other records, or moves only along its own steps. */
const PINNED: Record<string, string[]> = {
  event: ['state'],
  'api-token': ['scopes', 'expires_at'],
  webhook: ['url', 'events'],
  session: ['state'],
  ticket: ['type', 'sales_starts_at', 'sales_ends_at'],
  'discount-code': ['used_for'],
  user: ['email'],
  'role-invite': ['role_name'],
}

/** The flags of staff are not given on sign-up. */
export function writable(model: Model): Attribute[] {
  const pinned = PINNED[model.type] ?? []
  return [...model.attributes.values()].filter(({ name, field }) => {
    const { readOnly, writeOnly, fixed, writableBy } = field
    return !(readOnly || writeOnly || fixed || writableBy === 'super' || pinned.includes(name))
  })
}

/** Some of the fields that may be sent, each with any value that it takes. */
export function anyValues(model: Model): fc.Arbitrary<Row> {
  const values = writable(model).map((attribute) => [attribute.name, anyValue(attribute)] as const)
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }) as fc.Arbitrary<Row>
}

/** Those of the values with which a record keeps the rules of its kind. */
export function keepRules({ declaration: { rules = [] } }: Model, record: Row, values: Row): Row {
  const kept: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const next = { ...record, ...kept, [name]: value }
    if (rules.every((rule) => rule.holds(next))) kept[name] = value
  }
  return kept
}

/** What a new record surely holds: what is sent, and the defaults of the rest. */
export function completed({ attributes, declaration }: Model, sent: Row): Row {
  const record: Row = {}
  for (const { name, field } of attributes.values()) {
    if (field.readOnly || field.writeOnly) continue
    if (name in sent) record[name] = sent[name] === null ? null : field.kind.read(sent[name])
    else if (field.default !== undefined) record[name] = field.default
  }
  return { ...record, ...declaration.derive?.(record, undefined) }
}
