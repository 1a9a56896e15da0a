/** The pages in a real browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demandAccessible, openBrowser, openPage } from '../support/browser.ts'
import { startPages } from '../support/pages.ts'
import { signUp } from '../support/people.ts'
import { makeProgramme } from '../support/programme.ts'

const service = await startPages()
const owner = await signUp(service)
const { path, sessions, speakers } = await makeProgramme(service, owner)
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const today = await makeProgramme(service, owner, {
  name: 'Today',
  'starts-at': soon(-60),
  'ends-at': soon(60),
  timezone: 'UTC',
})
for (const [place, [from, to]] of [
  [-600, 600],
  [-900, -600],
  [600, 900],
].entries())
  await service.call('PATCH', `/v1/sessions/${today.sessions[place].id}`, {
    as: owner,
    body: {
      data: {
        type: 'session',
        id: today.sessions[place].id,
        attributes: { 'starts-at': soon(from!), 'ends-at': soon(to!) },
      },
    },
  })
const browser = await openBrowser()
const PATHS = [
  '/',
  '/?when=past',
  '/?q=nothing',
  path,
  `${path}/schedule`,
  `${path}/sessions`,
  `${path}/sessions?q=nothing`,
  `${path}/sessions/${sessions[0].id}`,
  `${path}/speakers`,
  `${path}/speakers/${speakers[0].id}`,
  `${path}/propose`,
  '/docs/',
  '/docs/session',
]

describe('every page', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be used by everybody, and complains about nothing (${colorScheme})`, async () => {
      const page = await openPage(browser, { colorScheme })
      for (const one of PATHS) {
        await page.goto(service.address + one)
        await demandAccessible(page)
      }
      assert.deepEqual(page.complaints, [])
      await page.goto(`${service.address}/nothing`)
      await demandAccessible(page)
    })

  it('fits a narrow screen', async () => {
    const page = await openPage(browser, { viewport: { width: 320, height: 640 } })
    for (const one of [...PATHS, '/nothing']) {
      await page.goto(service.address + one)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      assert.deepEqual([one, width], [one, 320])
    }
    await demandAccessible(page)
  })

  it('lets the keyboard skip to the content', async () => {
    const page = await openPage(browser)
    await page.goto(service.address)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  })

  it('has headings in order, one of them the first', async () => {
    const page = await openPage(browser)
    for (const one of PATHS) {
      await page.goto(service.address + one)
      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
      const jumps = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)
      assert.deepEqual([one, levels.filter((level) => level === 1).length, jumps], [one, 1, []])
    }
  })
})

describe('a visitor', () => {
  for (const javaScriptEnabled of [true, false])
    it(`finds a talk by search and by schedule ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const page = await openPage(browser, { javaScriptEnabled })
      await page.goto(service.address)
      await page.getByLabel('Search events').fill('tea')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: 'Tea Days' }).click()
      await page.getByRole('link', { name: 'Sessions' }).click()
      await page.getByLabel('Search sessions').fill('byron soil')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Soil' }).click()
      assert.equal(await page.locator('h1').textContent(), 'Soil')
      await page.getByRole('link', { name: 'Schedule' }).click()
      await page.getByRole('link', { name: 'Rain' }).click()
      assert.equal(await page.locator('h1').textContent(), 'Rain')
      await page.getByRole('link', { name: 'Ada Byron' }).click()
      assert.equal(await page.locator('h1').textContent(), 'Ada Byron')
      assert.deepEqual(page.complaints, [])
    })
})

describe('times', () => {
  it('are shown in the zone of the event and in that of the reader', async () => {
    const shown = async (timezoneId: string) => {
      const page = await openPage(browser, { timezoneId })
      await page.goto(service.address + path)
      return {
        own: await page.locator('.facts time').textContent(),
        reader: await page.locator('.reader-time:visible').allTextContents(),
      }
    }
    const own = 'Wed, 1 May 2030 at 11:00 – Fri, 3 May 2030 at 20:00'

    assert.deepEqual(await shown('Europe/Berlin'), { own, reader: [] })
    assert.deepEqual(await shown('America/New_York'), {
      own,
      reader: ['Your time: 1 May 2030, 05:00 – 3 May 2030, 14:00'],
    })
  })
})

describe('the schedule', () => {
  it('is a table on wide screens and a list on narrow ones', async () => {
    const places = async (width: number) => {
      const page = await openPage(browser, { viewport: { width, height: 900 } })
      await page.goto(`${service.address}${path}/schedule`)
      const boxOf = async (title: string) => (await page.locator('.talk', { hasText: title }).boundingBox())!
      const [hot, soil] = [await boxOf('Hot water'), await boxOf('Soil')]
      return { isBeside: soil.x >= hot.x + hot.width, isBelow: soil.y >= hot.y + hot.height }
    }

    assert.deepEqual(await places(1440), { isBeside: true, isBelow: false })
    assert.deepEqual(await places(360), { isBeside: false, isBelow: true })
  })

  it('marks what is on now, and leads there', async () => {
    const page = await openPage(browser)
    await page.goto(`${service.address}${today.path}/schedule`)

    assert.deepEqual(await page.locator('.talk.now a').allTextContents(), ['Hot water'])
    assert.equal(await page.locator('.talk.now .now-badge').textContent(), 'Now')
    await page.getByRole('link', { name: 'What is on now' }).click()
    assert.match(page.url(), /#now$/)
    await demandAccessible(page)
  })

  it('does not move while it loads', async () => {
    const page = await openPage(browser)
    await page.addInitScript(`globalThis.shift = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
        .observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(`${service.address}${path}/schedule`, { waitUntil: 'networkidle' })
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')

    assert.equal(await page.evaluate('globalThis.shift'), 0)
  })

  it('is dark on white on paper, without what paper cannot use', async () => {
    const page = await openPage(browser, { colorScheme: 'dark' })
    await page.goto(`${service.address}${path}/schedule`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

    const [color, background] = await Promise.all(
      ['color', 'backgroundColor'].map((name) => page.evaluate(`getComputedStyle(document.body).${name}`)),
    )
    assert.deepEqual([color, background], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    assert.deepEqual(await page.locator('header:visible, footer:visible, nav:visible').count(), 0)
    assert.equal(await page.locator('.talk:visible').count(), 4)
  })
})
