/** Limits the size of a response. Its rows are counted while they are read, and its text while it is written. */
import { getHeapStatistics } from 'node:v8'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequestError, type PlenumError, UnavailableError } from '../errors.ts'

const MIB = 1024 * 1024
const MOST_BYTES = 32 * MIB

/** For all responses of this process together, so that several large ones at once do not exhaust its memory. */
const MOST_TOGETHER = Math.max(2 * MOST_BYTES, getHeapStatistics().heap_size_limit / 8)
let together = 0

export class Room {
  private rows = 0
  private text = 0
  private held = 0
  private isReleased = false

  /** Counts a row that is read; returns the error for the request if it does not fit. */
  take(bytes: number): PlenumError | undefined {
    this.rows += bytes
    return this.refusal(this.rows, bytes)
  }

  /** Counts text that is written. */
  write(bytes: number): void {
    this.text += bytes
    const refusal = this.refusal(this.text, bytes)
    if (refusal) throw refusal
  }

  /** Called when the response is sent or given up. */
  release(): void {
    this.isReleased = true
    together -= this.held
    this.held = 0
  }

  private refusal(own: number, bytes: number): PlenumError | undefined {
    // The client is gone.
    if (this.isReleased) return tooMany()
    this.held += bytes
    together += bytes
    if (own > MOST_BYTES) return tooLarge()
    return together > MOST_TOGETHER ? tooMany() : undefined
  }
}

const rooms = new WeakMap<FastifyRequest, Room>()

/** The room of a request. It counts towards the total until the response has left the process. */
export function openRoom(request: FastifyRequest, { raw }: FastifyReply): Room {
  const room = new Room()
  rooms.set(request, room)
  raw.once('finish', () => room.release()).once('close', () => room.release())
  return room
}

export function roomOf(request: FastifyRequest): Room {
  return rooms.get(request)!
}

function tooLarge(): BadRequestError {
  const advice = 'Request less: a smaller page[size], fewer include paths, or fewer fields with fields[type].'
  return new BadRequestError(`The response would exceed ${MOST_BYTES / MIB} MiB. ${advice}`)
}

function tooMany(): UnavailableError {
  return new UnavailableError(
    'The service is busy with large responses. Try again soon, or request a smaller page.',
  )
}
