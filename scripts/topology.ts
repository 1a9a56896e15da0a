/** Runs the service as on several machines, until Ctrl-C. */
import { once } from 'node:events'
import { stopOnSignals } from '../src/commands/stopping.ts'
import { startTopology, TOPOLOGY_ADMIN } from '../tools/topology.ts'

// By hand nobody waits for a proxy to notice.
const env = { DRAIN_SECONDS: '0' }
const stopping = stopOnSignals(process.env)
const topology = await startTopology({ port: Number(process.env.PORT ?? 8080), env })
for (const { name, pid, address, log } of [...topology.apis, ...topology.workers])
  console.log(`${name.padEnd(10)} process ${pid}  ${address() ?? 'runs tasks'.padEnd(22)}  ${log}`)
console.log(`${'postgres'.padEnd(10)} ${topology.database.url}`)
console.log(`${'s3'.padEnd(10)} ${topology.s3.env.S3_ENDPOINT}`)
console.log(`${'mail'.padEnd(10)} ${topology.mail.url}`)
console.log(
  `\nPlenum serves ${topology.url} — log in as ${TOPOLOGY_ADMIN.email} with "${TOPOLOGY_ADMIN.password}"`,
)
console.log('Ctrl-C stops everything and removes its data.')

await once(stopping.signal, 'abort')
await topology.stop()
process.exit(0)
