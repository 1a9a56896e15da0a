/** The real program, run as an administrator runs it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../src/config.ts'
import { inherited } from '../../tools/inherited.ts'
import type { TestService } from './service.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

export interface Ended {
  /** The exit code. */
  code: number | null
  out: string
  errors: string
}

export interface Running {
  child: ChildProcess
  ended: Promise<Ended>
}

export interface Surroundings {
  env: Record<string, string>
  cwd?: string
  input?: Buffer
}

export function startPlenum(words: string[], { env, cwd, input }: Surroundings): Running {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...inherited, ...env },
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, errors, [code]]) => ({ code, out, errors }),
  )
  return { child, ended }
}

export function plenum(words: string[], surroundings: Surroundings): Promise<Ended> {
  return startPlenum(words, surroundings).ended
}

/** The variables by which a command works on the database and the files of the service. */
export function envOf({ config }: Pick<TestService, 'config'>): Record<string, string> {
  const { databaseUrl, dataDir, secret, publicUrl, frontendUrl }: Config = config
  return {
    DATABASE_URL: databaseUrl!,
    DATA_DIR: dataDir,
    SECRET: secret!,
    PUBLIC_URL: publicUrl,
    FRONTEND_URL: frontendUrl,
  }
}
