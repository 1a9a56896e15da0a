/** Every declaration with its sample. */
import { resources } from '../../src/resources/all.ts'
import type { Declaration, Row } from '../../src/resources/declare.ts'
import { toWire } from '../../src/resources/names.ts'
import { type Sample, samples } from './samples.ts'

export interface Entry {
  declaration: Declaration
  sample: Sample
}

export interface Catalog {
  declarations: readonly Declaration[]
  entryOf(type: string): Entry
}

export function makeCatalog(declarations: readonly Declaration[], all: object): Catalog {
  const byType = new Map(Object.entries(all as Record<string, Sample>))
  return {
    declarations,
    entryOf(type) {
      const declaration = declarations.find((one) => one.type === type)
      if (!declaration) throw new Error(`There is no resource of the type ${type} in src/resources/all.ts.`)
      const sample = byType.get(type)
      if (!sample) throw new Error(`The type ${type} has no sample. Add one to test/support/samples.ts.`)
      return { declaration, sample }
    },
  }
}

export const catalog = makeCatalog(resources, samples)

let count = 0

/** Another record like the sample that shares nothing with it that must be unique. */
export function anotherLike({ sample }: Entry): Row {
  return { ...sample.attributes, ...sample.unique?.(++count) }
}

/** A change of a record that is none yet. */
export function changeOf({ declaration: { type, fields }, sample: { change } }: Entry): Row {
  if (change) return change
  if (!fields.name) throw new Error(`The sample of ${type} needs a change, because the type has no name.`)
  return { name: `Changed ${++count}` }
}

/** In the spelling of requests. */
export function toAttributes(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toWire(name), value]))
}
