/** The client knows every resource of the service, as it is. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ADMIN, type Json } from '../../../test/support/service.ts'
import { schemaSource } from '../scripts/schema-source.ts'
import { toPlain, toWire } from '../src/names.ts'
import { PlenumClient, type Type } from '../src/plenum-client.ts'
import { RESOURCES } from '../src/schema.ts'
import { exampleOf, setStage } from './support/examples.ts'
import { startServed } from './support/served.ts'

const CLIENT = join(import.meta.dirname, '..')
const service = await startServed()
const { body: document } = await service.call('GET', '/v1/openapi.json')
const schemas: Json[] = Object.entries(document.components.schemas as Json)
  .filter(([name]) => `${name}Document` in document.components.schemas)
  .map(([, { properties }]: Json) => properties)
const client = new PlenumClient(service.address)
await client.logIn(ADMIN)
const proposer = new PlenumClient(service.address)
const account = { email: 'grace@plenum.test', password: 'a good password' }
await proposer.users.create(account)
await proposer.logIn(account)
const stage = await setStage(client, proposer)

describe('the schema of the client', () => {
  it('is made from the document of the service', async () => {
    const kept = await readFile(join(CLIENT, 'src/schema.ts'), 'utf8')

    assert.ok(
      kept === schemaSource(document),
      'src/schema.ts is out of date. Run "npm run openapi" and commit it.',
    )
  })

  it('has names that can be spelled both ways', () => {
    const names = schemas.flatMap(({ attributes, relationships }) =>
      Object.keys({ ...attributes.properties, ...relationships.properties }),
    )

    assert.deepEqual(names.map(toPlain).map(toWire), names)
    assert.deepEqual(
      names.filter((name) => name === 'id'),
      [],
    )
  })
})

describe('an example of each resource', () => {
  it('can be made for every type of the document', () => {
    assert.deepEqual(Object.keys(RESOURCES).sort(), schemas.map(({ type }) => type.const).sort())
  })

  for (const { type, attributes, relationships } of schemas) {
    const toOne = Object.entries(relationships.properties as Json).filter(
      ([
        ,
        {
          properties: { data },
        },
      ]: Json) => data.type !== 'array' && (data.anyOf?.[0] ?? data).properties.type.const in RESOURCES,
    )

    it(`gives a ${type.const} with the fields of its type`, async () => {
      const record = await exampleOf(type.const as Type)(client, stage)

      const wires = [...Object.keys(attributes.properties), ...toOne.map(([name]) => name)]
      assert.deepEqual(Object.keys(record).sort(), ['id', ...wires.map(toPlain)].sort())
    })
  }
})
