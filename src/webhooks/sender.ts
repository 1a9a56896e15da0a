/** Sends deliveries as they come. The table is the queue; a notification of the database wakes the sender. */
import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '../database/listen.ts'
import { type Claimed, claim } from './claim.ts'
import { type DeliveryParts, deliver } from './deliver.ts'

export const CHANNEL = 'plenum_webhook'

interface SenderParts extends DeliveryParts {
  listener: Listener
  log: FastifyBaseLogger
}

/** How many requests this process has under way, in all and to one host: a slow receiver holds up itself alone. */
const AT_ONCE = 64
const AT_ONCE_OF_HOST = 4
const LOOK_EVERY = 10_000
/** How long requests may still take when the process is to stop (in ms). */
const PATIENCE = 3_000

/** Returns what stops it. */
export function startWebhookSender(parts: SenderParts): () => Promise<void> {
  const { db, listener, log } = parts
  const stopping = new AbortController()
  const cutting = new AbortController()
  const underWay = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  let taking: Promise<void> | undefined
  let isWanted = false
  const count = (host: string, change: 1 | -1) => {
    const now = (busy.get(host) ?? 0) + change
    if (now === 0) busy.delete(host)
    else busy.set(host, now)
  }
  const send = (claimed: Claimed, takenAt: number) => {
    count(claimed.host, 1)
    const sending = deliver(parts, claimed, { signal: cutting.signal, takenAt })
      .catch((error: unknown) => log.warn({ err: error, delivery: claimed.id }, 'a webhook delivery failed'))
      .finally(() => {
        count(claimed.host, -1)
        underWay.delete(sending)
        wake()
      })
    underWay.add(sending)
  }
  const take = async () => {
    while (isWanted && !stopping.signal.aborted && underWay.size < AT_ONCE) {
      isWanted = false
      const wanted = { free: AT_ONCE - underWay.size, busy, mostOfHost: AT_ONCE_OF_HOST }
      const takenAt = performance.now()
      const taken = await claim(db, wanted).catch((error: unknown) => {
        log.warn({ err: error }, 'taking webhook deliveries failed')
        return []
      })
      for (const one of taken) send(one, takenAt)
      if (taken.length > 0) isWanted = true
    }
  }
  const wake = () => {
    if (stopping.signal.aborted) return
    isWanted = true
    taking ??= take().finally(() => {
      taking = undefined
      if (isWanted && underWay.size < AT_ONCE) wake()
    })
  }
  const forget = listener.on(CHANNEL, wake)
  const timer = setInterval(wake, LOOK_EVERY)
  wake()
  return async () => {
    stopping.abort()
    forget()
    clearInterval(timer)
    await taking
    const cut = setTimeout(() => cutting.abort(), PATIENCE)
    await Promise.all(underWay)
    clearTimeout(cut)
  }
}
