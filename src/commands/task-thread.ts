/** What runs in the thread of the tasks. It begins with the first line and ends when it is told to. */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config.ts'
import { makeLogger } from '../http/request-log.ts'
import { startService } from '../service.ts'

/** Whoever waits for an answer goes before whoever waits for a task. */
const PATIENT = 10

// Elsewhere it would hold for the whole process.
if (process.platform === 'linux') setPriority(0, PATIENT)
const config = readConfig(process.env)
const service = await startService(config, { logger: makeLogger(config.logLevel), joins: true })
await once(parentPort!, 'message')
await service.close()
process.exit(0)
