/** Runs one command line and returns its exit code. */
import { type Command, UsageError } from './command.ts'
import { commandHelp, groupHelp, usage } from './help.ts'
import { findCommand, readCommandLine } from './read-arguments.ts'
import { VERSION } from './version.ts'

const MISUSED = 2

export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const help = helpFor(commands, args)
    if (help !== undefined) return say(help)
    const found = findCommand(commands, args)
    if ('group' in found) throw new UsageError(`"plenum ${found.group}" needs a subcommand.`)
    const read = readCommandLine(found.command, found.rest)
    if (read.options.help) return say(commandHelp(found.command))
    const { runCommand } = await import('./run-command.ts')
    return await runCommand(found.command, read, env)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return complain(commands, args, error)
  }
}

/** `plenum`, `plenum help`, `plenum help event export`, `plenum event --help` and the version. */
function helpFor(commands: readonly Command[], args: readonly string[]): string | undefined {
  const [first, ...others] = args
  if (first === '--version') return VERSION
  const isHelp = first === 'help' || first === '--help' || first === '-h'
  if (first === undefined || (isHelp && others.length === 0)) return usage(commands)
  const asksForHelp = others.some((word) => word === '--help' || word === '-h')
  if (!isHelp && !asksForHelp) return undefined
  const found = findCommand(commands, isHelp ? others : args)
  if ('group' in found) return groupHelp(commands, found.group)
  return isHelp ? commandHelp(found.command) : undefined
}

function say(text: string): 0 {
  console.log(text)
  return 0
}

function complain(commands: readonly Command[], args: readonly string[], { message }: UsageError): number {
  const named = commands.find(({ name }) => `${args.join(' ')} `.startsWith(`${name} `))?.name
  const group = commands.some(({ name }) => name.startsWith(`${args[0]} `)) ? args[0] : undefined
  const about = named ?? group
  console.error(`${message}\nRun "plenum ${about ? `help ${about}` : 'help'}" for usage.`)
  return MISUSED
}
