/** Streams of the changes of tasks: a bounded number, in the process and for each network. */
import { Readable } from 'node:stream'
import { OpenStreams, type StreamLimits } from '../web/open-streams.ts'
import { statusOf, type Task } from './task.ts'
import type { Watches } from './watch.ts'

/** Keeps the connection alive (in ms). */
const ALIVE_EVERY = 5_000
/** When a stream ends (in ms); clients then open another. */
const LONGEST = 60 * 60_000
/** The most that may wait for a reader (in bytes); a client that is further behind does not read. */
const MOST_WAITING = 64 * 1024

interface Streams {
  demandRoom(address: string): void
  /** Sends the state now and after each change, and ends with the final one. */
  open(address: string, task: Task): Readable
  /** Ends all of them. */
  end(): void
}

export function makeStreams(watches: Watches, limits: StreamLimits): Streams {
  const open = new OpenStreams(limits, 'Poll the status instead.')
  return {
    demandRoom: (address) => open.demandRoom(address),
    open(address, task) {
      open.demandRoom(address)
      const stream = openStream(watches, task)
      open.add(address, stream)
      return stream
    },
    end() {
      for (const stream of open.all()) stream.push(null)
    },
  }
}

function openStream(watches: Watches, task: Task): Readable {
  let last = ''
  const alive = setInterval(() => send(': still there\n\n'), ALIVE_EVERY)
  const life = setTimeout(() => stream.push(null), LONGEST)
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      stop()
      clearInterval(alive)
      clearTimeout(life)
      done(error)
    },
  })
  const send = (text: string) => {
    if (stream.readableLength > MOST_WAITING) stream.destroy()
    else if (!stream.readableEnded) stream.push(text)
  }
  const stop = watches.follow(task, (shown) => {
    const status = JSON.stringify(statusOf(shown))
    if (status !== last) send(`data: ${status}\n\n`)
    last = status
    if (shown.finished_at !== null) stream.push(null)
  })
  return stream
}
