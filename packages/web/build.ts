/**
 * Builds the pages into `dist`, if they have changed since the last build. `npm ci` runs this, `npm test` runs it, and so
 * does the service when a page is opened and the build is missing or old. Without the packages that it needs
 * (`npm ci --omit=dev`) it says so and succeeds: the service works without pages.
 */
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { STAMP_FILE, sourceStamp } from '../../src/pages/build-stamp.ts'

const HERE = import.meta.dirname
const DIST = join(HERE, 'dist')
const ICON = 'src/icon.svg'
const MANIFEST = 'manifest.json'
const COMPRESSIBLE = /\.(js|css|svg|json)$/

/** A name that the compiler does not follow: the package may be missing. */
async function loadVite(): Promise<typeof import('vite') | undefined> {
  try {
    return await import('vite')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Into a folder beside, which then takes the place of the old one: nobody meets half a build. */
async function build(stamp: string): Promise<boolean> {
  const vite = await loadVite()
  if (!vite) return false
  await mkdir(join(HERE, 'node_modules/.cache'), { recursive: true })
  const folder = await mkdtemp(join(HERE, 'node_modules/.cache/build-'))
  const config = { configFile: join(HERE, 'vite.config.ts') }
  const builder = await vite.createBuilder({
    ...config,
    environments: {
      client: { build: { outDir: join(folder, 'browser'), emptyOutDir: true } },
      ssr: { build: { outDir: join(folder, 'server'), emptyOutDir: true } },
    },
  })
  await builder.buildApp()
  await addIcon(join(folder, 'browser'))
  await compress(join(folder, 'browser'))
  await writeFile(join(folder, STAMP_FILE), stamp)
  await replace(folder)
  return true
}

/** No script or style needs the icon, so Vite does not know it. */
async function addIcon(folder: string): Promise<void> {
  const bytes = await readFile(join(HERE, ICON))
  const file = `icon-${hash('sha256', bytes, 'base64url').slice(0, 8)}.svg`
  await writeFile(join(folder, file), bytes)
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))
  await writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, [ICON]: { file } }))
}

async function replace(folder: string): Promise<void> {
  const old = `${folder}-old`
  await rename(DIST, old).catch(() => undefined)
  // Another build may have been quicker; it has the same content.
  await rename(folder, DIST).catch(() => rm(folder, { recursive: true, force: true }))
  await rm(old, { recursive: true, force: true })
}

async function compress(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name) && name !== MANIFEST)
  await Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params }))
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

const stamp = await sourceStamp()
const isBuilt =
  existsSync(join(DIST, STAMP_FILE)) && (await readFile(join(DIST, STAMP_FILE), 'utf8')) === stamp
if (!isBuilt && !(await build(stamp)))
  console.error(
    'The web pages were not built, because their packages are not installed. Run "npm ci" to install them.',
  )
