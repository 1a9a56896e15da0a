/** Pages: the bytes of documents, styles and scripts as they are sent, and the time to make and to send them. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { demoArchive } from '../src/demo/archive.ts'
import { pageLoads } from './page-loads.ts'
import type { Figure } from './report.ts'
import { finished, quantile, startImport, timed } from './tasks-api.ts'
import { call, logIn, type World } from './world.ts'

/** A conference with 491 sessions, which is not part of the project. */
const LARGE = join(import.meta.dirname, '../../shared/archives/server-dialect/FOSSASIASummit2016.zip')
const KB = 1000
const ROUNDS = 50
const QUICK_ROUNDS = 2

export async function pages(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('pages')
  const { url } = await subject.start('serve', { FRONTEND_URL: '' })
  await subject.start('worker', { WORKERS: '1' })
  const token = await logIn(url)
  const archive = existsSync(LARGE) ? await readFile(LARGE) : await buffer(demoArchive(new Date()))
  const { id } = await finished(url, await startImport(url, token, new Blob([new Uint8Array(archive)])))
  const { data } = await call(url, 'GET', `/v1/events/${id}/sessions?page[size]=1`)
  const path = `/events/${id}`
  const rounds = isQuick ? QUICK_ROUNDS : ROUNDS
  const shown: [name: string, path: string][] = [
    ['front page', '/?when=past'],
    ['event', path],
    ['schedule', `${path}/schedule`],
    ['session', `${path}/sessions/${data[0].id}`],
    ['speakers', `${path}/speakers`],
  ]
  const figures: Figure[] = []
  for (const [name, place] of shown) figures.push(...(await pageFigures(url, name, place, rounds)))
  if (isQuick) return figures
  const own: [name: string, path: string][] = [
    ['proposal', `${path}/propose`],
    ['account', '/account'],
  ]
  const forms: [name: string, path: string][] = [
    'log-in',
    'sign-up',
    'forgotten-password',
    'reset-password',
    'verify',
    'role-invites',
    'speaker-invites',
  ].map((name) => [name, `/${name}?token=x`])
  return [...figures, ...(await pageLoads(url, [...shown, ...forms], own))]
}

async function pageFigures(base: string, name: string, path: string, rounds: number): Promise<Figure[]> {
  const first = await timed(() => fetchSent(base, path))
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++)
    seconds.push((await timed(() => fetchSent(base, path))).seconds)
  const { bytes, text } = await fetchSent(base, path)
  const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, source]) => source!)
  const sheets = await Promise.all(styles.map((source) => fetchSent(base, source)))
  const sum = sheets.reduce((all, one) => all + one.bytes, 0)
  return [
    { name: `${name}: document`, unit: 'KB', value: bytes / KB, bar: { atMost: 150 } },
    { name: `${name}: styles`, unit: 'KB', value: sum / KB },
    { name: `${name}: time to make it`, unit: 'ms', value: first.seconds * 1000 },
    { name: `${name}: time to send it again`, unit: 'ms', value: quantile(seconds, 0.5) * 1000 },
  ]
}

/** As a browser asks; the bytes are those on the wire. */
async function fetchSent(base: string, path: string): Promise<{ bytes: number; text: string }> {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' }
  const response = await fetch(base + path, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const text = await response.text()
  return { bytes: Number(response.headers.get('content-length')), text }
}
