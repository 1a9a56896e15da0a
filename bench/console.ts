/** The console in a browser: what its first page loads, and how smoothly a session is dragged among 500 in 20 rooms. */
import type { Page } from 'playwright-core'
import { PlenumClient } from '../packages/client/src/plenum-client.ts'
import { launchBrowser, openPage } from '../test/support/browser.ts'
import type { Figure } from './report.ts'
import { ADMIN, type World } from './world.ts'

const ROOMS = 20
const SESSIONS = 500
const MINUTES = 25
const MINUTE = 60_000
const KB = 1000
const MOVES = 200
const QUICK_MOVES = 20
const FIRST = Date.parse('2030-05-01T08:00:00Z')

export async function consoleFigures(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('console')
  const { url } = await subject.start('serve', { FRONTEND_URL: '' })
  const event = await makeEvent(url)
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(60_000)
    await logIn(page, url)
    const scripts = await firstLoad(page, url)
    const frames = await framesWhileDragging(
      page,
      `${url}/console/events/${event}/schedule`,
      isQuick ? QUICK_MOVES : MOVES,
    )
    return [
      { name: 'first load: scripts', unit: 'KB', value: scripts / KB, bar: { atMost: 250 } },
      { name: `dragging among ${SESSIONS} sessions`, unit: 'frames/s', value: frames, bar: { atLeast: 50 } },
    ]
  } finally {
    await browser.close()
  }
}

async function makeEvent(url: string): Promise<string> {
  const client = new PlenumClient(url)
  await client.logIn(ADMIN)
  const event = await client.events.create({
    name: 'Five hundred sessions',
    startsAt: new Date(FIRST),
    endsAt: new Date(FIRST + 12 * 60 * MINUTE),
    timezone: 'UTC',
  })
  await client.atomic((writes) => {
    const rooms = Array.from({ length: ROOMS }, (_, place) =>
      writes.add('microlocation', { event, name: `Room ${place + 1}`, position: place }),
    )
    for (let count = 0; count < SESSIONS; count++) {
      const start = FIRST + Math.floor(count / ROOMS) * MINUTES * MINUTE
      writes.add('session', {
        event,
        title: `Session ${count + 1}`,
        state: 'accepted',
        startsAt: new Date(start),
        endsAt: new Date(start + MINUTES * MINUTE),
        microlocation: rooms[count % ROOMS]!,
      })
    }
  })
  return event.identifier
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console`)
  await page.getByLabel('E-mail address').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'My events' }).waitFor()
}

/** The bytes of scripts on the wire, into an empty cache. */
async function firstLoad(page: Page, url: string): Promise<number> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  const types = new Map<string, string>()
  let bytes = 0
  wire.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === 'Script') bytes += encodedDataLength
  })
  await page.goto(`${url}/console`, { waitUntil: 'networkidle' })
  await wire.detach()
  return bytes
}

async function framesWhileDragging(page: Page, address: string, moves: number): Promise<number> {
  await page.goto(address)
  const block = page.locator('.s-block').nth(3)
  const box = (await block.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 40)
  await page.evaluate(`(() => {
    const times = (window.frameTimes = [])
    const count = (time) => { times.push(time); window.frameCount = requestAnimationFrame(count) }
    requestAnimationFrame(count)
  })()`)
  for (let move = 0; move < moves; move++)
    await page.mouse.move(box.x + 60 + ((move * 7) % 500), box.y + 40 + ((move * 5) % 300))
  const times = await page.evaluate<number[]>('(cancelAnimationFrame(window.frameCount), window.frameTimes)')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return ((times.length - 1) * 1000) / (times.at(-1)! - times[0]!)
}
