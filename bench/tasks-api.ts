/** Starting tasks and waiting for their end, as a client does. */
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Json } from './world.ts'

export async function startExport(base: string, token: string, eventId: string, flags = {}): Promise<string> {
  return (await call(base, 'POST', `/v1/events/${eventId}/export/json`, { token, body: flags })).task_url
}

export async function startImport(base: string, token: string, archive: Blob): Promise<string> {
  const body = new FormData()
  body.set('file', archive, 'event.zip')
  return (await call(base, 'POST', '/v1/events/import/json', { token, body })).task_url
}

/** The result of a task that succeeds. */
export async function finished(base: string, taskUrl: string): Promise<Json> {
  for (;;) {
    const task = await call(base, 'GET', taskUrl)
    if (task.state === 'SUCCESS') return task.result
    if (task.result !== undefined) throw new Error(`${task.state}: ${JSON.stringify(task.result)}`)
    await delay(10)
  }
}

export async function download(base: string, link: string): Promise<Blob> {
  const { pathname, search } = new URL(link)
  const response = await fetch(`${base}${pathname}${search}`)
  if (!response.ok) throw new Error(`Download: ${response.status}`)
  return response.blob()
}

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1000 }
}

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}
