/**
 * The vocabulary of the command line. A command is declared as data; its parsing, help and documentation are derived from
 * it. Its code is in another file, which is loaded when the command runs.
 */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Progress } from './progress.ts'

interface Argument {
  name: string
  about: string
}

export interface Option {
  about: string
  /** The placeholder for its value in the help; absent if the option has no value. */
  value?: string
  /** Its default value, which the help shows. */
  default?: string
  /** The values that are allowed, when they can be listed. */
  choices?: readonly string[]
  /** For a whole number: the largest that is allowed. */
  most?: number
}

export interface Command {
  /** Its name: one word, or the group and one word. */
  name: string
  summary: string
  arguments?: readonly Argument[]
  options?: Readonly<Record<string, Option>>
  /** What a reader of its help should know beyond the summary. */
  details: string
  /** How it is called, without `plenum`. */
  examples: readonly string[]
  /** False for what runs until it is stopped and has no result. */
  hasResult?: false
  /** It heeds the signal and leaves nothing half-made; the others are cut off. */
  stopsInOrder?: true
  /** Loads the code of the command, which help and usage errors do not need. */
  run(call: Call): Promise<Outcome | undefined>
}

/** The output of a command: a text for people, or with `--json` one value for programs. */
export interface Outcome {
  text: string
  value: unknown
}

/** One use of a command. */
export interface Call {
  config: Config
  argument(name: string): string
  option(name: string): string | undefined
  flag(name: string): boolean
  progress: Progress
  /** Aborted by Ctrl-C. A command that returns all the same has ended well. */
  signal: AbortSignal
  /** Silent unless `--verbose` asks for it. */
  log: Logger
}

/** The arguments are not a valid command; the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
