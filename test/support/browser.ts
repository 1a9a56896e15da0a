/**
 * A real browser for a test file. It comes with the packages and brings its libraries, so it needs nothing of the machine.
 * TEST_BROWSER names another one: the path of an installed Chromium or Chrome.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')
const { devDependencies } = createRequire(import.meta.url)('../../package.json')
const version: string = devDependencies['@sparticuz/chromium']

/** One for each test file; it ends with the file. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  after(() => browser.close())
  return browser
}

export async function launchBrowser(): Promise<Browser> {
  const args = ['--no-zygote', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage']
  const { TEST_BROWSER } = process.env
  if (TEST_BROWSER) return chromium.launch({ executablePath: TEST_BROWSER, args })
  const folder = await unpack()
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  }
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env, timeout: 120_000 })
}

/** Unpacked once for all; whoever is second finds it, or throws its own away. */
async function unpack(): Promise<string> {
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const beside = await mkdtemp(`${folder}-`)
  const program = join(import.meta.dirname, 'install-browser.ts')
  await promisify(execFile)(process.execPath, [program], { env: { ...process.env, TMPDIR: beside } })
  await writeFile(join(beside, 'fonts', 'fonts.conf'), fontsConfig(folder))
  await rename(beside, folder).catch(() => rm(beside, { recursive: true, force: true }))
  return folder
}

/** Only the fonts of the package, so that pages look the same on every machine. */
function fontsConfig(folder: string): string {
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<fontconfig><dir>${escaped}/fonts/fonts</dir><cachedir>${escaped}/fonts/cache</cachedir></fontconfig>`
}

export interface OpenedPage extends Page {
  /** What the page complained about: errors of scripts, refused loads. */
  complaints: string[]
}

/** A page in a profile of its own, as a visitor with these habits. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options })
  const page = Object.assign(await context.newPage(), { complaints: [] as string[] })
  page.on('pageerror', (error) => page.complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.complaints.push(message.text())
  })
  return page
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RUN_AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))`

/** Fails with what axe finds wrong with the page. */
export async function demandAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  const found = await page.evaluate(RUN_AXE)
  assert.deepEqual({ path: page.url(), found }, { path: page.url(), found: [] })
}
