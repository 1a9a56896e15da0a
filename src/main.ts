/** The process: the version of Node, the words of the command line, the exit code. */

import { COMMANDS } from './commands/all.ts'
import { runWords } from './commands/run.ts'

const OLDEST_NODE = 24

// What the service writes holds personal data: no other account of the machine shall read it.
process.umask(0o077)

// Whoever reads the output may stop early, as `head` does; that is no fault. A terminal that was closed (EIO) also sends
// a signal, which stops the process in order.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })

async function main(words: string[]): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(
      `Plenum needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Run "npm ci", which installs the right version, then "npm start".`,
    )
  }
  return runWords(COMMANDS, words, process.env)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  },
)
