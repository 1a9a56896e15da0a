/** The processes of the topology, each started again when it is down, as an orchestrator does. */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProgramProcess } from '../tools/program-process.ts'

const WATCH_EVERY = 100
/** A start may fail while the database or the storage is away. */
const RETRY_AFTER = 1_000

export class Fleet {
  /** What no process should do. */
  readonly findings: string[] = []
  /** When each was started last. */
  readonly startedAt = new Map<ProgramProcess, number>()
  /** How many starts failed and were repeated. */
  failedStarts = 0
  private readonly down = new Map<ProgramProcess, Promise<void>>()
  private readonly all: ProgramProcess[]
  private readonly timer: NodeJS.Timeout
  private isClosed = false

  constructor(all: ProgramProcess[]) {
    this.all = all
    for (const one of all) this.startedAt.set(one, Date.now())
    this.timer = setInterval(() => this.watch(), WATCH_EVERY)
  }

  isDown(process: ProgramProcess): boolean {
    return this.down.has(process)
  }

  /** Ends a process in the manner given, and starts it again after a while. Answers when it runs again. */
  async without(process: ProgramProcess, end: () => Promise<unknown>, ms: number): Promise<void> {
    if (this.isDown(process)) return this.down.get(process)
    const back = (async () => {
      await end()
      await delay(ms)
      await this.start(process)
    })()
    this.down.set(process, back)
    await back.finally(() => this.down.delete(process))
  }

  /** Answers when all run. */
  async whole(): Promise<void> {
    while (this.down.size > 0) await Promise.all(this.down.values())
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.timer)
  }

  /** Lines that no log should have: an end by a defect, or a text that is not a line of the log. */
  async uncaught(): Promise<string[]> {
    const logs = await Promise.all(
      this.all.map(async ({ name, log }) => ({ name, text: await readFile(log, 'utf8') })),
    )
    return logs.flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => /^(?:Uncaught|node:|\w*Error\b|\s+at )|"level":60|unexpected error/.test(line))
        .map((line) => `${name} printed: ${line.slice(0, 600)}`),
    )
  }

  private watch(): void {
    for (const process of this.all) {
      if (process.pid !== undefined || this.isDown(process) || this.isClosed) continue
      this.findings.push(`${process.name} ended by itself`)
      void this.without(process, async () => {}, 0)
    }
  }

  private async start(process: ProgramProcess): Promise<void> {
    while (!this.isClosed) {
      this.startedAt.set(process, Date.now())
      try {
        return await process.start()
      } catch {
        this.failedStarts++
        await delay(RETRY_AFTER)
      }
    }
  }
}
