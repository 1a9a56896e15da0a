/** `npm run screenshots`: pictures of the pages for the documentation, made from the demo conference. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blob } from 'node:stream/consumers'
import sharp from 'sharp'
import { PlenumClient } from '../packages/client/src/plenum-client.ts'
import { readConfig } from '../src/config.ts'
import { demoArchive } from '../src/demo/archive.ts'
import { startService } from '../src/service.ts'
import { launchBrowser, openPage } from '../test/support/browser.ts'

const IMAGES = join(import.meta.dirname, '..', 'docs', 'images')
const ADMIN = { email: 'admin@example.org', password: 'only for pictures' }
const WIDE = { width: 1200, height: 800 }
const LARGE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 800 }

interface Shot {
  file: string
  path: string
  viewport: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  isLoggedIn?: boolean
}

const shots = (event: string, session: string): Shot[] => [
  { file: 'page-event.png', path: event, viewport: WIDE },
  { file: 'page-schedule.png', path: `${event}/schedule`, viewport: WIDE },
  { file: 'page-session.png', path: session, viewport: WIDE },
  { file: 'page-speakers.png', path: `${event}/speakers`, viewport: WIDE },
  { file: 'page-propose.png', path: `${event}/propose`, viewport: WIDE, isLoggedIn: true },
  { file: 'reference.png', path: '/docs/session', viewport: WIDE },
  { file: 'page-schedule-phone.png', path: `${event}/schedule`, viewport: PHONE, colorScheme: 'dark' },
]

/** Of the console, as the administrator sees it. */
const consoleShots = (event: string, proposal: string): Shot[] => [
  { file: 'console-start.png', path: '/console', viewport: WIDE },
  { file: 'console-event.png', path: `/console${event}`, viewport: WIDE },
  {
    file: 'console-proposals.png',
    path: `/console${event}/proposals?state=pending&open=${proposal}`,
    viewport: LARGE,
  },
  { file: 'console-schedule.png', path: `/console${event}/schedule`, viewport: LARGE },
  { file: 'console-release.png', path: `/console${event}/releases`, viewport: WIDE },
]

const folder = await mkdtemp(join(tmpdir(), 'plenum-screenshots-'))
const service = await startService(
  readConfig({
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    WORKERS: '1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }),
)
const browser = await launchBrowser()
try {
  const address = await service.listen()
  const { event, session } = await makeDemo(address)
  for (const shot of shots(event, session)) await take(address, shot)
  const proposal = await unfinish(address, event)
  for (const shot of consoleShots(event, proposal)) await take(address, { ...shot, isLoggedIn: true })
} finally {
  await browser.close()
  await service.close()
  await rm(folder, { recursive: true })
}

async function makeDemo(address: string): Promise<{ event: string; session: string }> {
  const client = new PlenumClient(address)
  await client.logIn(ADMIN)
  const { id, url } = await client.importEvent(await blob(demoArchive(new Date())))
  const { records } = await client.sessions.list({ event: id, sort: ['startsAt'], page: { size: 1 } })
  const event = new URL(url).pathname
  return { event, session: `${event}/sessions/${records[0]!.id}` }
}

/** Leaves some work for the pictures of the console: proposals to decide on, and sessions without a slot. */
async function unfinish(address: string, path: string): Promise<string> {
  const client = new PlenumClient(address)
  await client.logIn(ADMIN)
  const event = path.split('/').at(-1)!
  await client.scheduleReleases.create({ event, comment: 'The first plan' })
  const { records } = await client.sessions.list({ event, page: { size: 0 } })
  const waiting = records.filter((_, place) => place % 7 === 2)
  const proposed = records.filter((_, place) => place % 9 === 4)
  await client.atomic((writes) => {
    for (const { id } of waiting)
      writes.update('session', id, { startsAt: null, endsAt: null, microlocation: null })
    for (const { id } of proposed) writes.update('session', id, { state: 'pending' })
  })
  return proposed[0]!.id
}

async function take(address: string, shot: Shot): Promise<void> {
  const { file, path, viewport, colorScheme = 'light', isLoggedIn = false } = shot
  const page = await openPage(browser, { viewport, colorScheme })
  if (isLoggedIn) {
    await page.goto(`${address}/log-in`)
    await page.getByLabel('E-mail address').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/account')
  }
  await page.goto(address + path, { waitUntil: 'networkidle' })
  const picture = await page.screenshot()
  await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(join(IMAGES, file))
  await page.context().close()
  console.log(file)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
