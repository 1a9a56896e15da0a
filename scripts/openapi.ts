/**
 * Writes what is kept of the OpenAPI document: the document itself, and the schema of the client that is made from it.
 * With a folder as argument, both go there.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schemaSource } from '../packages/client/scripts/schema-source.ts'
import { readConfig } from '../src/config.ts'
import { startService } from '../src/service.ts'

const ROOT = join(import.meta.dirname, '..')
const [elsewhere] = process.argv.slice(2)
const DOCUMENT = elsewhere ? join(elsewhere, 'openapi.json') : join(ROOT, 'docs/openapi.json')
const SCHEMA = elsewhere ? join(elsewhere, 'schema.ts') : join(ROOT, 'packages/client/src/schema.ts')
const folder = await mkdtemp(join(tmpdir(), 'plenum-openapi-'))
// Within reach of the user that root lends to PostgreSQL.
await chmod(folder, 0o755)
const service = await startService(readConfig({ DATA_DIR: join(folder, 'data'), WORKERS: '0' }))
try {
  const { payload } = await service.app.inject('/v1/openapi.json')
  await writeFile(DOCUMENT, `${payload}\n`)
  await writeFile(SCHEMA, schemaSource(JSON.parse(payload)))
} finally {
  await service.close()
  await rm(folder, { recursive: true })
}
