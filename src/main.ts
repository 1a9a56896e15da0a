/** The process: the version of Node, the arguments of the command line, the exit code. */

import { COMMANDS } from './commands/all.ts'
import { runCommandLine } from './commands/run.ts'

const OLDEST_NODE = 24

// The files of the service contain personal data, so no other account of the machine may read them.
process.umask(0o077)

// A reader of the output may stop early, as `head` does; that is not an error. Closing a terminal (EIO) also sends a
// signal, which stops the process properly.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })

async function main(args: string[]): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(
      `Plenum needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Run "npm ci", which installs the right version, then "npm start".`,
    )
  }
  return runCommandLine(COMMANDS, args, process.env)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  },
)
