import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface Listener {
  /** Calls back for each notice on the channel, and after each loss of the connection, when some may have been missed. */
  on(channel: string, hear: (payload: string | undefined) => void): () => void
  close(): Promise<void>
}

const RETRY_AFTER = 1_000

/** One connection that receives the NOTIFY messages of other processes; it is replaced when it breaks. */
export async function listen(url: string, channels: string[], retryAfter = RETRY_AFTER): Promise<Listener> {
  const hearers = new Map(
    channels.map((channel) => [channel, new Set<(payload: string | undefined) => void>()]),
  )
  const tell = (channel: string, payload: string | undefined) => {
    for (const hear of hearers.get(channel) ?? []) hear(payload)
  }
  let client: pg.Client | undefined
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted
  let reopening: Promise<void> | undefined

  const open = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    next.on('notification', ({ channel, payload }) => tell(channel, payload))
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    await next.connect()
    for (const channel of channels) await next.query(`listen ${channel}`)
    client = next
  }

  const lose = (broken: pg.Client) => {
    if (isClosed() || client !== broken) return
    client = undefined
    reopening = reopen()
  }

  const reopen = async () => {
    while (!isClosed() && !client) {
      await delay(retryAfter, undefined, { signal: closing.signal }).catch(() => undefined)
      if (!isClosed()) await open().catch(() => undefined)
    }
    if (!isClosed()) for (const channel of channels) tell(channel, undefined)
  }

  await open()
  return {
    on(channel, hear) {
      hearers.get(channel)!.add(hear)
      return () => hearers.get(channel)!.delete(hear)
    },
    async close() {
      closing.abort()
      await reopening
      await client?.end()
    },
  }
}
