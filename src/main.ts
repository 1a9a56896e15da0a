/** The process: command line, signals, exit code. */
import { COMMANDS, runCommand } from './commands/commands.ts'
import { readConfig } from './config.ts'
import { makeLogger } from './http/request-log.ts'
import { startService } from './service.ts'

const OLDEST_NODE = 24

const USAGE = `Usage: plenum <command>

Commands:
  serve                  start the service (npm start); it runs tasks too unless WORKERS=0
  worker                 only run tasks, beside a service on the same database
${COMMANDS}

With --json the commands print JSON.

The configuration comes from the environment; docs/configuration.md lists the variables.`

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const service = await startService(config, { logger: makeLogger(config.logLevel) })
  stopOnSignal(() => service.close())
  const address = await service.listen()
  if (service.firstAdmin) {
    const { email, password } = service.firstAdmin
    console.log(`\nThe first administrator was made: ${email}`)
    if (password) console.log(`Password (shown only now): ${password}`)
  }
  console.log(`\nPlenum serves ${address} — try ${address}/health-check\n`)
}

async function work(): Promise<void> {
  const config = readConfig(process.env)
  if (config.workers === 0) throw new Error('WORKERS is 0: a worker needs at least 1.')
  const service = await startService(config, { logger: makeLogger(config.logLevel), joins: true })
  stopOnSignal(() => service.close())
  console.log(`Plenum runs up to ${config.workers} tasks at once.`)
}

/** The first signal stops in order, the second at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      close().then(
        () => process.exit(0),
        (error) => fail(error),
      )
    })
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function main([command, ...others]: string[]): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(
      `Plenum needs Node ${OLDEST_NODE} or newer, this is ${process.version}. Start it with "npm start": npm ci installs the right one.`,
    )
  }
  if (command === 'serve' && others.length === 0) return serve()
  if (command === 'worker' && others.length === 0) return work()
  if (command !== undefined && (await runCommand([command, ...others], () => readConfig(process.env)))) return
  console.log(USAGE)
  process.exitCode = command === undefined || command === 'help' || command === '--help' ? 0 : 2
}

main(process.argv.slice(2)).catch(fail)
