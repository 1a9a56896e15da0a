/** The real program in a process that can be killed, stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inherited } from './inherited.ts'

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')
const READY = /^Plenum (?:serves (\S+)|runs )/m

export class ProgramProcess {
  readonly name: string
  /** A file that everything it prints is appended to. */
  readonly log: string
  private readonly words: string[]
  private readonly env: Record<string, string>
  private child: ChildProcess | undefined
  private ended: Promise<number | null> | undefined
  private url: string | undefined

  constructor(name: string, words: string[], env: Record<string, string>, log: string) {
    this.name = name
    this.words = words
    this.env = env
    this.log = log
    // Given to the proxy as it is.
    this.address = this.address.bind(this)
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** Where it listens; undefined while it does not run, and for a worker. */
  address(): string | undefined {
    return this.child && this.url
  }

  /** Answers when it is ready. A process that serves has the same address at every start. */
  async start(): Promise<void> {
    const port = this.url && { PORT: new URL(this.url).port }
    const child = spawn(process.execPath, [MAIN, ...this.words], {
      env: { ...inherited, ...this.env, ...port },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C reaches only whoever started it, who then stops it in order.
      detached: true,
    })
    const endWithUs = () => child.kill('SIGKILL')
    process.once('exit', endWithUs)
    this.child = child
    this.ended = once(child, 'exit').then(([code]) => {
      process.off('exit', endWithUs)
      this.child = undefined
      return code as number | null
    })
    let printed = ''
    const ready = new Promise<string | undefined>((resolve) => {
      const read = (text: string) => {
        appendFileSync(this.log, text)
        const isReady = READY.test(printed)
        if (isReady) return
        printed += text
        const found = READY.exec(printed)
        if (found) resolve(found[1])
      }
      child.stdout.setEncoding('utf8').on('data', read)
      child.stderr.setEncoding('utf8').on('data', read)
    })
    const fault = () => Promise.reject(new Error(`${this.name} did not start: ${printed}`))
    this.url = await Promise.race([ready, this.ended.then(fault)])
  }

  /** Without a chance to tidy up, as when the machine fails. Answers when it is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** In order, as at an upgrade. Answers its exit code, or null when it did not run. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM')
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.child) return null
    this.child.kill(signal)
    return this.ended!
  }
}
