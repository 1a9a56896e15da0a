/** Finds the command of a command line, with its arguments and options. */
import { parseArgs } from 'node:util'
import { type Command, type Option, UsageError } from './command.ts'
import { nearest } from './nearest.ts'

/** Those that every command has. */
export const COMMON: Readonly<Record<string, Option>> = {
  help: { about: 'show this help (also -h)' },
  json: { about: 'print the result as one JSON value' },
  verbose: { about: 'log to standard error, and show errors in full' },
}

export interface CommandLine {
  arguments: Record<string, string>
  options: Record<string, string | true>
}

/** The command or group at the beginning; the rest are its arguments and options. */
export function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; rest: string[] } | { group: string } {
  const [first = '', second = ''] = args
  const named = (name: string) => commands.find((command) => command.name === name)
  const pair = named(`${first} ${second}`)
  if (pair) return { command: pair, rest: args.slice(2) }
  const single = named(first)
  if (single) return { command: single, rest: args.slice(1) }
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length === 0) {
    const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0]!)), 'help']
    throw new UsageError(`Unknown command "${first}".${hint(nearest(first, firsts))}`)
  }
  if (second === '' || second.startsWith('-')) return { group: first }
  const seconds = group.map(({ name }) => name.split(' ')[1]!)
  const meant = nearest(second, seconds)
  throw new UsageError(`Unknown command "${first} ${second}".${hint(meant && `${first} ${meant}`)}`)
}

export function readCommandLine(command: Command, args: string[]): CommandLine {
  const known = optionsOf(command)
  const { tokens } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value }]) => [
        name,
        { type: value ? 'string' : 'boolean', ...(name === 'help' && { short: 'h' }) } as const,
      ]),
    ),
  })
  const given: CommandLine = { arguments: {}, options: {} }
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind === 'option') given.options[token.name] = readOption(known, token)
  }
  if (!given.options.help) given.arguments = readArguments(command, positionals)
  return given
}

/** Its own and those that every command has; one without a result has none to print. */
export function optionsOf({ options, hasResult }: Command): Record<string, Option> {
  const { json, ...others } = COMMON
  return { ...options, ...(hasResult === false ? others : { ...others, json: json! }) }
}

interface OptionToken {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function readOption(
  known: Record<string, Option>,
  { name, rawName, value, inlineValue }: OptionToken,
): string | true {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  if (!option) {
    const meant = nearest(name, Object.keys(known))
    throw new UsageError(`Unknown option ${rawName}.${hint(meant && `--${meant}`)}`)
  }
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} does not take a value.`)
    return true
  }
  const isMissing = value === undefined || value === '' || (!inlineValue && /^-./.test(value))
  if (isMissing) throw new UsageError(`--${name} needs a value: --${name} ${option.value}`)
  if (option.choices && !option.choices.includes(value))
    throw new UsageError(`--${name} must be one of ${option.choices.join(', ')}, not "${value}".`)
  if (option.most !== undefined && !(/^[1-9]\d{0,8}$/.test(value) && Number(value) <= option.most))
    throw new UsageError(`--${name} must be a whole number from 1 to ${option.most}, not "${value}".`)
  return value
}

function readArguments(command: Command, given: string[]): Record<string, string> {
  const names = (command.arguments ?? []).map(({ name }) => name)
  const missing = names[given.length]
  if (missing !== undefined) throw new UsageError(`"plenum ${command.name}" needs <${missing}>.`)
  const extra = given[names.length]
  if (extra !== undefined)
    throw new UsageError(`"plenum ${command.name}" does not accept the argument "${extra}".`)
  return Object.fromEntries(names.map((name, place) => [name, given[place]!]))
}

function hint(meant: string | undefined): string {
  return meant ? ` Did you mean "${meant}"?` : ''
}
