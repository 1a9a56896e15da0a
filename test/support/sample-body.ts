/** For every resource that can be created: a body that is valid, each time with what must be unique made anew. */
import sql, { raw } from 'sql-template-tag'
import type { Row } from '../../src/resources/declare.ts'
import { toWire } from '../../src/resources/names.ts'
import { anotherLike, toAttributes } from './catalog.ts'
import { bodyOf, linkTo, make, type Relationships } from './make.ts'
import type { Caller, Json, TestService } from './service.ts'

/** What it belongs to is made for it, unless it is given. */
export async function sampleBody(
  service: TestService,
  as: Caller,
  type: string,
  given: Relationships = {},
): Promise<Json> {
  const entry = service.catalog.entryOf(type)
  const links = { ...given }
  for (const [name, { to, required, readOnly }] of Object.entries(entry.declaration.belongsTo ?? {})) {
    const id = entry.sample.links?.[name] ?? (to === 'user' ? as.id : undefined)
    if (!required || readOnly || links[toWire(name)]) continue
    links[toWire(name)] = id
      ? { type: to, id }
      : linkTo(await makeSample(service, as, to, links, entry.sample.owners?.[to]))
  }
  return bodyOf(type, toAttributes(anotherLike(entry)), links, service.catalog)
}

/** A record with all that it needs. Of what is given it is linked with what it may belong to. */
export async function makeSample(
  service: TestService,
  as: Caller,
  type: string,
  given: Relationships = {},
  attributes: Row = {},
): Promise<Json> {
  const { belongsTo = {} } = service.catalog.entryOf(type).declaration
  const own = Object.entries(given).filter(([name]) =>
    Object.keys(belongsTo).some((one) => toWire(one) === name),
  )
  const { data } = await sampleBody(service, as, type, Object.fromEntries(own))
  const { fields, table } = service.catalog.entryOf(type).declaration
  const [sent, kept] = [true, false].map((isSent) =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => name in fields === isSent)),
  )
  const made = await make(service, as, type, { ...data.attributes, ...toAttributes(sent!) }, linksOf(data))
  for (const [name, value] of Object.entries(kept!))
    await service.db.query(sql`update ${raw(table)} set ${raw(name)} = ${value} where id = ${made.id}`)
  return made
}

function linksOf({ relationships }: Json): Relationships {
  return Object.fromEntries(Object.entries<Json>(relationships).map(([name, { data }]) => [name, data]))
}
