/** Runs one command and returns its exit code. */
import pino from 'pino'
import { readConfig } from '../config.ts'
import { type Call, type Command, UsageError } from './command.ts'
import { makeProgress, noProgress } from './progress.ts'
import type { CommandLine } from './read-arguments.ts'
import { stopOnSignals } from './stopping.ts'

const FAILED = 1

export async function runCommand(
  command: Command,
  read: CommandLine,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { options } = read
  const isVerbose = options.verbose === true
  const stopping = stopOnSignals(env)
  if (!command.stopsInOrder) stopping.cutOff()
  const progress = options.json ? noProgress : makeProgress(process.stderr)
  const call = callOf(command, read, { config: readConfig(env), progress, signal: stopping.signal })
  try {
    const outcome = await command.run(call)
    progress.clear()
    const said = outcome && (options.json ? JSON.stringify(outcome.value) : outcome.text)
    if (said) console.log(said)
    return 0
  } catch (error) {
    progress.clear()
    if (error instanceof UsageError) throw error
    // What was stopped is not done; of what runs until it is stopped, only its end can fail.
    if (stopping.signal.aborted && command.hasResult !== false) return stopping.code()
    console.error(isVerbose || !(error instanceof Error) ? error : error.message)
    return FAILED
  }
}

function callOf(
  command: Command,
  { arguments: given, options }: CommandLine,
  parts: Pick<Call, 'config' | 'progress' | 'signal'>,
): Call {
  const level = options.verbose === true ? 'debug' : 'silent'
  return {
    ...parts,
    argument: (name) => given[name]!,
    option: (name) => (typeof options[name] === 'string' ? options[name] : command.options?.[name]?.default),
    flag: (name) => options[name] === true,
    log: pino({ level }, pino.destination({ dest: 2, sync: true })),
  }
}
