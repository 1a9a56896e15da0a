/** The schemas of the frab format, where the folder with them is there. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'

const SCHEMAS = join(import.meta.dirname, '..', '..', '..', 'shared', 'schemas')
const hasSchemas = existsSync(SCHEMAS)

export const withoutSchemas = hasSchemas ? false : 'the folder of schemas is not there'

const contentsOf = (name: string) => readFileSync(join(SCHEMAS, name), 'utf8')

function jsonSchema() {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
  formats.default(ajv)
  ajv.addFormat('color', /^#[0-9a-f]{6}$/i)
  ajv.addMetaSchema(createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json'))
  return ajv.compile(JSON.parse(contentsOf('schedule.schema.json')))
}

const isSchedule = hasSchemas ? jsonSchema() : undefined

/** Fails with what a feed in JSON has against the schema. */
export function demandFrabJson(text: string): void {
  if (isSchedule && !isSchedule(JSON.parse(text)))
    assert.fail(`${JSON.stringify(isSchedule.errors)} in ${text.slice(0, 2_000)}`)
}

/** The same for feeds in XML, all at once, because starting the validator takes longest. */
export async function demandFrabXml(...texts: string[]): Promise<void> {
  if (!hasSchemas) return
  const xml = texts.map((contents, place) => ({ fileName: `${place}.xml`, contents }))
  const schema = [{ fileName: 'schedule.xsd', contents: contentsOf('schedule.xsd') }]
  const { errors } = await validateXML({ xml, schema, maxMemoryPages: 8_192 })
  assert.deepEqual(
    errors.map(({ message, loc }) => [
      message,
      texts[Number.parseInt(loc?.fileName ?? '', 10)]?.slice(0, 3_000),
    ]),
    [],
  )
}
