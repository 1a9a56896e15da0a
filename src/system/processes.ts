import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { forgive } from './file-errors.ts'

/** The account a child process runs under; undefined is our own. */
export type User = { uid: number; gid: number } | undefined

/** Nothing of our own environment: PGDATA, PGPORT or a locale from outside would change what PostgreSQL does. */
export const ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs a command to its end and returns its output; fails with its error output. */
export function run(command: string, words: string[], user?: User, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: '/', env: ENVIRONMENT, ...user }
    const child = execFile(command, words, options, (error, output, complaint) => {
      if (error) reject(new Error(complaint.trim() || error.message, { cause: error }))
      else resolve(output.trim())
    })
    // A command that ends before it reads its input is judged by its exit code alone.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** When the process started, in words that no later process shares; undefined when it does not run. */
export async function startOfProcess(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const [state, ...start] = (await askAboutProcess(pid, 'state', 'lstart')).split(/\s+/)
    return !state || state.startsWith('Z') ? undefined : start.join(' ')
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(forgive('', 'ENOENT', 'ESRCH'))
  const fields = fieldsOf(stat)
  const [state, ticksAfterBoot] = [fields[0], fields[19]]
  if (!state || state === 'Z' || state === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(forgive('', 'ENOENT'))
  return `${boot.trim()}/${ticksAfterBoot}`
}

/** The process that started this one, or took it over; undefined when it does not run. */
export async function parentOfProcess(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return Number(await askAboutProcess(pid, 'ppid')) || undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(forgive('', 'ENOENT', 'ESRCH'))
  return Number(fieldsOf(stat)[1]) || undefined
}

/** The command line of a process, with spaces between its words; empty when it does not run. */
export async function commandOfProcess(pid: number): Promise<string> {
  if (process.platform !== 'linux') return askAboutProcess(pid, 'command')
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(forgive('', 'ENOENT', 'ESRCH'))
  return words.replaceAll('\0', ' ').trim()
}

/** Polls until the condition is true; returns whether it was within the time. */
export async function waitUntil(condition: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    if (await condition()) return true
    if (performance.now() > end) return false
    await delay(20)
  }
}

/** The text after the name of the program, which is in parentheses and may itself contain spaces and parentheses. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** `ps` fails when there is no such process. */
async function askAboutProcess(pid: number, ...columns: string[]): Promise<string> {
  const options = columns.flatMap((column) => ['-o', `${column}=`])
  return run('ps', ['-ww', ...options, '-p', String(pid)]).catch(() => '')
}
