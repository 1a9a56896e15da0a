/** Writes src/schema.ts, or the file that is named, from the document of the service as it stands in this repository. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { startService } from '../../../src/service.ts'
import { schemaSource } from './schema-source.ts'

const file = process.argv[2] ?? join(import.meta.dirname, '../src/schema.ts')
const folder = await mkdtemp(join(tmpdir(), 'plenum-generate-'))
// Within reach of the user that root lends to PostgreSQL.
await chmod(folder, 0o755)
const service = await startService(readConfig({ DATA_DIR: join(folder, 'data'), WORKERS: '0' }))
try {
  const answer = await service.app.inject('/v1/openapi.json')
  await writeFile(file, schemaSource(answer.json()))
} finally {
  await service.close()
  await rm(folder, { recursive: true })
}
