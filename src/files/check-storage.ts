import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { StorageConfig } from '../config.ts'
import type { Storage } from './storage.ts'

/** How long the public address may take to respond (in ms). */
const LONGEST = 10_000

/** Writes, reads and deletes a small object, and reports in a sentence what does not work. */
export async function checkStorage(storage: Storage, config: StorageConfig): Promise<void> {
  const key = `private/probe/${randomUUID()}`
  const content = `probe ${key}`
  let step = 'written to'
  try {
    await storage.put(key, Readable.from([Buffer.from(content)]))
    step = 'read from'
    const read = await text(await storage.read(key))
    if (read !== content) throw new Error('the object read differs from the one written')
    step = 'deleted in'
    await storage.remove(key)
    if (await storage.find(key)) throw new Error('the object still exists')
  } catch (error) {
    // What can be written but not read must not pile up with each start.
    if (step === 'read from') await storage.remove(key).catch(() => undefined)
    const hint =
      config.kind === 's3'
        ? ' Check STORAGE and the variables that begin with S3_.'
        : ' Check DATA_DIR and its permissions.'
    throw new Error(`Files cannot be ${step} ${placeOf(config)}: ${reasonOf(error as Error)}.${hint}`, {
      cause: error,
    })
  }
  if (config.kind === 's3' && config.s3!.publicUrl) await checkPublicUrl(storage, config.s3!.publicUrl)
}

function placeOf({ kind, s3 }: StorageConfig): string {
  return kind === 's3' ? `the bucket ${s3!.bucket}` : 'the folder for files in DATA_DIR'
}

/** At this address media must be readable for everyone, and archives for no one. */
async function checkPublicUrl(storage: Storage, publicUrl: string): Promise<void> {
  const media = await fetchProbe(storage, publicUrl, 'media')
  if (media !== 'found') throw new Error(`S3_PUBLIC_URL does not serve the bucket: ${media}. ${POLICY}`)
  if ((await fetchProbe(storage, publicUrl, 'private')) === 'found')
    throw new Error(`S3_PUBLIC_URL also exposes event archives to everyone. ${POLICY}`)
}

const POLICY = 'Make only objects that start with media/ public; see docs/administration.md.'

async function fetchProbe(storage: Storage, publicUrl: string, part: string): Promise<string> {
  const key = `${part}/probe/${randomUUID()}`
  const content = `probe ${key}`
  await storage.put(key, Readable.from([Buffer.from(content)]), 'text/plain')
  try {
    const url = `${publicUrl}/${key}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST) })
    if (answer.status !== 200) return `${url} returned ${answer.status}`
    return (await answer.text()) === content ? 'found' : `${url} serves something else`
  } catch (error) {
    return `${publicUrl} cannot be reached (${reasonOf(error as Error)})`
  } finally {
    await storage.remove(key).catch(() => undefined)
  }
}

/** The words of the library or the system, which are nearest to the fault. */
function reasonOf(error: Error): string {
  const { message, name } = error.cause instanceof Error ? error.cause : error
  return (message || name).replace(/\.$/, '')
}
