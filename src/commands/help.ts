/** The help of the command line, derived from the declared commands. */
import { styleText } from 'node:util'
import type { Command, Option } from './command.ts'
import { COMMON, optionsOf } from './read-arguments.ts'

/** Bold on a terminal that shows it. */
const heading = (text: string) => styleText('bold', text, { stream: process.stdout })

/** `event export <event>` */
function callOf({ name, arguments: list = [] }: Command): string {
  return [name, ...list.map((argument) => `<${argument.name}>`)].join(' ')
}

export function usage(commands: readonly Command[]): string {
  return `${heading('Usage:')} plenum <command> [options]

${heading('Commands:')}
${columns(commands.map((command) => [callOf(command), command.summary]))}

${heading('Options for every command:')}
${optionLines(COMMON)}

Run "plenum help <command>" for details of a command, "plenum --version" for the version.
Environment variables set the configuration; see docs/configuration.md.`
}

export function groupHelp(commands: readonly Command[], group: string): string {
  const own = commands.filter(({ name }) => name.startsWith(`${group} `))
  return `${heading('Usage:')} plenum ${group} <command> [options]

${heading('Commands:')}
${columns(own.map((command) => [callOf(command), command.summary]))}

Run "plenum help ${own[0]!.name}" for details of a command.`
}

export function commandHelp(command: Command): string {
  const { arguments: list = [], details, examples, summary } = command
  const sections = [
    `${heading('Usage:')} plenum ${callOf(command)} [options]`,
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.\n\n${details}`,
    list.length > 0 &&
      `${heading('Arguments:')}\n${columns(list.map(({ name, about }) => [`<${name}>`, about]))}`,
    `${heading('Options:')}\n${optionLines(optionsOf(command))}`,
    `${heading(examples.length > 1 ? 'Examples:' : 'Example:')}\n${examples.map((one) => `  plenum ${one}`).join('\n')}`,
  ]
  return sections.filter(Boolean).join('\n\n')
}

/** The table of docs/commands.md. */
export function docsTable(commands: readonly Command[]): string {
  const rows = commands.map((command) => {
    const own = Object.entries(command.options ?? {}).map((entry) => `\`${optionCall(entry)}\``)
    return `| \`plenum ${callOf(command)}\` | ${command.summary} | ${own.join(', ')} |`
  })
  return ['| command | what it does | options |', '|---|---|---|', ...rows].join('\n')
}

function optionLines(options: Readonly<Record<string, Option>>): string {
  return columns(
    Object.entries(options).map((entry) => {
      const { about, choices, default: usual } = entry[1]
      const values = choices ? `: ${choices.join(', ')}` : ''
      return [optionCall(entry), `${about}${values}${usual === undefined ? '' : ` (${usual})`}`]
    }),
  )
}

function optionCall([name, { value }]: [string, Option]): string {
  return value ? `--${name} ${value}` : `--${name}`
}

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
