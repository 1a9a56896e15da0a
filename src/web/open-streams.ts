/** Answers that go on for long: a bounded number, in the process and for each network. */
import type { Readable } from 'node:stream'
import { networkOf } from '../access/network.ts'
import { TooManyError, UnavailableError } from '../errors.ts'

export interface StreamLimits {
  most: number
  mostOfNetwork: number
  /** Whose streams count for the process only. */
  isExempt: (address: string) => boolean
}

export class OpenStreams {
  /** Each with the network that it counts for. */
  private readonly open = new Map<Readable, string | undefined>()
  private readonly limits: StreamLimits
  private readonly advice: string

  /** The advice is for those who find no room. */
  constructor(limits: StreamLimits, advice: string) {
    this.limits = limits
    this.advice = advice
  }

  demandRoom(address: string): void {
    const { most, mostOfNetwork, isExempt } = this.limits
    if (this.open.size >= most) throw new UnavailableError(`Too many streams are open. ${this.advice}`)
    if (isExempt(address)) return
    const network = networkOf(address)
    if ([...this.open.values()].filter((one) => one === network).length >= mostOfNetwork)
      throw new TooManyError(`More than ${mostOfNetwork} streams are open. Close one first.`, 5)
  }

  /** Counts the stream until it closes. */
  add(address: string, stream: Readable): void {
    this.open.set(stream, this.limits.isExempt(address) ? undefined : networkOf(address))
    stream.once('close', () => this.open.delete(stream))
  }

  all(): Iterable<Readable> {
    return this.open.keys()
  }
}
