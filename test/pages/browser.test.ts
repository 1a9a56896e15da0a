/** The pages in a real browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demandAccessible, openBrowser, openPage } from '../support/browser.ts'
import { linkTo, make } from '../support/make.ts'
import { startPages } from '../support/pages.ts'
import { signUp } from '../support/people.ts'

const service = await startPages()
const owner = await signUp(service)
const made = await make(service, owner, 'event', {
  name: 'Tea Days',
  description: '<p>Three days of <b>tea</b>.</p>',
  'location-name': 'Berlin',
  timezone: 'Europe/Berlin',
})
const event = linkTo(made)
for (const type of ['sponsor', 'social-link', 'speakers-call', 'event-copyright'])
  await make(service, owner, type, {}, { event })
const eventPath = `/events/${made.attributes.identifier}`
const browser = await openBrowser()

describe('every page', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be used by everybody, and complains about nothing (${colorScheme})`, async () => {
      const page = await openPage(browser, { colorScheme })
      for (const path of ['/', '/?when=past', '/?q=nothing', eventPath]) {
        await page.goto(service.address + path)
        await demandAccessible(page)
      }
      assert.deepEqual(page.complaints, [])
      await page.goto(`${service.address}/nothing`)
      await demandAccessible(page)
    })

  it('fits a narrow screen', async () => {
    const page = await openPage(browser, { viewport: { width: 320, height: 640 } })
    for (const path of ['/', eventPath, '/nothing']) {
      await page.goto(service.address + path)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      assert.deepEqual([path, width], [path, 320])
    }
  })
})

describe('the page of an event', () => {
  it('shows its times in the zone of the event and in that of the reader', async () => {
    const shown = async (timezoneId: string) => {
      const page = await openPage(browser, { timezoneId })
      await page.goto(service.address + eventPath)
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
