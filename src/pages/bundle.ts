/** The built pages: found, and built when they are missing or older than their sources. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { UnavailableError } from '../errors.ts'
import { STAMP_FILE, sourceStamp } from './build-stamp.ts'
import type { Assets, ServerBundle } from './contract.ts'

const WEB = join(import.meta.dirname, '..', '..', 'packages', 'web')
const DIST = join(WEB, 'dist')
const LONGEST_BUILD = 120_000

export interface Bundle extends ServerBundle {
  assets: Assets
  /** A built file for browsers. */
  file(name: string): BuiltFile | undefined
}

export interface BuiltFile {
  type: string
  /** By the name of the encoding; `identity` is always there. */
  encodings: Record<string, Buffer>
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
}

/** Loads the pages with the first request for one, so that the service starts without them. */
export function makeBundle(log: FastifyBaseLogger): () => Promise<Bundle> {
  let loading: Promise<Bundle> | undefined
  return () => {
    // A build that failed is not tried again for every visitor.
    loading ??= loadBundle(log)
    return loading
  }
}

async function loadBundle(log: FastifyBaseLogger): Promise<Bundle> {
  if (!(await isCurrent())) await build(log)
  if (!existsSync(join(DIST, STAMP_FILE)))
    throw new UnavailableError('The web pages are not built. Run "npm ci" and start the service again.')
  const server = (await import(pathToFileURL(join(DIST, 'server/server.js')).href)) as ServerBundle
  const manifest = JSON.parse(await readFile(join(DIST, 'browser/manifest.json'), 'utf8'))
  const nameOf = (source: string) => manifest[source].file as string
  const files = await readFiles(join(DIST, 'browser'))
  const assets = {
    styles: nameOf('src/styles/site.css'),
    script: nameOf('src/browser/public.ts'),
    islands: nameOf('src/browser/islands.tsx'),
    console: nameOf('src/console/main.tsx'),
    consoleStyles: nameOf('src/styles/console.css'),
    icon: nameOf('src/icon.svg'),
  }
  return { ...server, assets, file: (name) => files.get(name) }
}

/** An installation without the sources, such as the image, has what it was built with. */
async function isCurrent(): Promise<boolean> {
  if (!existsSync(join(WEB, 'src'))) return true
  const stamp = await readFile(join(DIST, STAMP_FILE), 'utf8').catch(() => undefined)
  return stamp !== undefined && stamp === (await sourceStamp())
}

/** In a process of its own, which takes what the build needs with it when it ends. */
async function build(log: FastifyBaseLogger): Promise<void> {
  const run = promisify(execFile)
  try {
    const { stderr } = await run(process.execPath, [join(WEB, 'build.ts')], { timeout: LONGEST_BUILD })
    if (stderr) log.warn(stderr.trim())
  } catch (error) {
    log.warn({ err: error }, 'building the web pages failed')
  }
}

async function readFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const names = await readdir(folder)
  const files = new Map<string, BuiltFile>()
  for (const name of names) {
    const type = TYPES[name.split('.').at(-1)!]
    if (!type || name === 'manifest.json') continue
    const encodings: Record<string, Buffer> = { identity: await readFile(join(folder, name)) }
    for (const [encoding, ending] of [
      ['br', 'br'],
      ['gzip', 'gz'],
    ] as const)
      if (names.includes(`${name}.${ending}`))
        encodings[encoding] = await readFile(join(folder, `${name}.${ending}`))
    files.set(name, { type, encodings })
  }
  return files
}
