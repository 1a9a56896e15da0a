/** The console in a real browser: an organizer's way from nothing to a released schedule. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { demoArchive } from '../../src/demo/archive.ts'
import { demandAccessible, type OpenedPage, openBrowser, openPage } from '../support/browser.ts'
import { startPages } from '../support/pages.ts'
import { PASSWORD, signUp } from '../support/people.ts'

const service = await startPages({ WORKERS: '2' })
const owner = await signUp(service)
const browser = await openBrowser()

/** What browsers say of a form that the service refuses. */
const REFUSED = 'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)'

const button = (page: OpenedPage, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: OpenedPage, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: OpenedPage, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

/** A page of the console, opened by somebody who has to log in first. */
async function openConsole(path = '', options: BrowserContextOptions = {}, as = owner): Promise<OpenedPage> {
  const page = await openPage(browser, options)
  page.setDefaultTimeout(60_000)
  await page.goto(`${service.address}/console${path}`)
  await page.waitForURL('**/log-in?next=*')
  await page.getByLabel('E-mail address').fill(as.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Log in').click()
  await page.waitForURL(`**/console${path}`)
  return page
}

describe('the first page of the console', () => {
  it('leads to the log-in and back, and to a new event in three fields', async () => {
    const page = await openConsole()
    await heading(page, 'My events').waitFor()
    await page.getByText('You have no events yet.').waitFor()

    await link(page, 'New event').first().click()
    await button(page, 'Create the event').click()
    await page.getByText(/^name must/).waitFor()
    await page.getByLabel('Name').fill('Tea Days')
    await page.getByLabel('Starts').fill('2030-05-01T09:00')
    await page.getByLabel('Ends').fill('2030-05-02T18:00')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await button(page, 'Create the event').click()
    await heading(page, 'Tea Days').waitFor()

    const { body } = await service.call('GET', '/v1/events', { as: owner })
    const [{ attributes }] = body.data
    assert.deepEqual(
      [attributes.name, attributes['starts-at'], attributes['ends-at'], attributes.state],
      ['Tea Days', '2030-05-01T07:00:00+00:00', '2030-05-02T16:00:00+00:00', 'draft'],
    )
    await demandAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await demandAccessible(page)
    assert.deepEqual(page.complaints, [REFUSED])
  })

  it('makes an event from an archive, shows its progress, and opens it', async () => {
    const page = await openConsole('/import')
    const archive = await buffer(demoArchive(new Date()))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'event.zip', mimeType: 'application/zip', buffer: archive })
    await page.getByText('has been imported.').waitFor()
    assert.match(page.url(), /\?task=/)
    await page.getByRole('region', { name: 'Imported records' }).getByText('sessions').first().waitFor()
    await demandAccessible(page)

    await link(page, 'Open the event').click()
    await heading(page, 'Harbourlight: three days of open software').waitFor()
    await link(page, 'Events').first().click()
    await page
      .getByRole('region', { name: 'Upcoming' })
      .getByRole('link', { name: /^Harbourlight/ })
      .waitFor()
    await demandAccessible(page)
    assert.deepEqual(page.complaints, [])
  })

  it('shows what a schedule of another system would change before it writes it', async () => {
    const page = await openConsole('/import-schedule')
    const table = Buffer.from('title,start,duration,room\nOpening,2030-05-01 10:00,0:30,Great Hall\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: table })
    await page.getByText('Nothing has been written yet.').waitFor()
    await demandAccessible(page)
    await button(page, 'Import it now').click()
    await page.getByText('has been imported.').waitFor()
    await link(page, 'Open the event').click()
    await page.getByText('Nothing is waiting for you.').or(page.getByText('accepted session')).waitFor()
    assert.deepEqual(page.complaints, [])
  })
})
