import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resources } from '../../src/resources/all.ts'
import { descriptionOf, namesOf } from '../../src/resources/descriptions.ts'
import { toWire } from '../../src/resources/names.ts'

const fileOf = (type: string) => `the declaration of ${type} in src/resources/`

describe('the description of a resource', () => {
  it('has a sentence for the resource and for each of its fields and relationships', () => {
    const missing = resources.flatMap((declaration) => {
      const names = namesOf(declaration).filter((name) => !descriptionOf(declaration, name))
      return names.map(
        (name) =>
          `${toWire(name)} of ${declaration.type} has no description. Add a sentence for "${name}" ` +
          `to "descriptions" in ${fileOf(declaration.type)}.`,
      )
    })
    const unknown = resources.filter(({ about }) => about === '').map(({ type }) => type)

    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] })
  })

  it('describes nothing that the resource does not have', () => {
    const extra = resources.flatMap((declaration) => {
      const names = new Set(namesOf(declaration))
      const written = Object.keys(declaration.descriptions).filter((name) => !names.has(name))
      return written.map((name) => `Remove "${name}" from "descriptions" in ${fileOf(declaration.type)}.`)
    })

    assert.deepEqual(extra, [])
  })

  it('is made of short, whole sentences', () => {
    const wrong = resources.flatMap((declaration) => {
      const sentences = [declaration.about, ...Object.values(declaration.descriptions)]
      return sentences.filter((text) => !/^[A-Z0-9`].*\.$/s.test(text) || text.length > 140)
    })

    assert.deepEqual(wrong, [], 'start with a capital, end with a full stop, and use at most 140 characters')
  })
})
