/** The process: command line, signals, exit code. */
import { readConfig } from './config.ts'
import { startService } from './service.ts'

const OLDEST_NODE = 24

const USAGE = `Usage: plenum <command>

Commands:
  serve    start the service (npm start)

The configuration comes from the environment; docs/configuration.md lists the variables.`

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const { default: pino } = await import('pino')
  const service = await startService(config, pino({ level: config.logLevel }))
  stopOnSignal(() => service.close())
  const address = await service.listen()
  if (service.firstAdmin) {
    const { email, password } = service.firstAdmin
    console.log(`\nThe first administrator was made: ${email}`)
    if (password) console.log(`Password (shown only now): ${password}`)
  }
  console.log(`\nPlenum serves ${address} — try ${address}/health-check\n`)
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
  console.log(USAGE)
  process.exitCode = command === undefined || command === 'help' || command === '--help' ? 0 : 2
}

main(process.argv.slice(2)).catch(fail)
