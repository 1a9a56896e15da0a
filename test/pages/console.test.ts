/** The console in a real browser: an organizer's way from nothing to a released schedule. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { demoArchive } from '../../src/demo/archive.ts'
import { demandAccessible, type OpenedPage, openBrowser, openPage } from '../support/browser.ts'
import { linkTo, make } from '../support/make.ts'
import { startPages } from '../support/pages.ts'
import { giveRole, PASSWORD, signUp } from '../support/people.ts'
import type { Json } from '../support/service.ts'
import { until } from '../support/until.ts'

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

    const { body } = await service.call('GET', `/v1/users/${owner.id}/events`, { as: owner })
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

describe('the schedule editor', async () => {
  const planner = await signUp(service)
  const event = await make(service, planner, 'event', {
    name: 'Plan Days',
    timezone: 'UTC',
    'starts-at': '2030-05-01T08:00:00Z',
    'ends-at': '2030-05-02T20:00:00Z',
  })
  const within = { event: linkTo(event) }
  const rooms: Json[] = []
  for (const [position, name] of ['Hall', 'Loft', 'Cellar'].entries())
    rooms.push(await make(service, planner, 'microlocation', { name, position }, within))
  const speaker = await make(service, planner, 'speaker', { name: 'Lin' }, within)
  const sessions: Record<string, string> = {}
  for (const title of ['Leaves', 'Water', 'Cups']) {
    const links = { ...within, ...(title !== 'Cups' && { speakers: [linkTo(speaker)] }) }
    const attributes = { title, state: 'accepted', 'starts-at': null, 'ends-at': null }
    sessions[title] = (await make(service, planner, 'session', attributes, links)).id
  }
  const path = `/events/${event.attributes.identifier}/schedule`

  /** `Hall 10:00-10:30`, or nothing while there is no slot. */
  const slotOf = async (title: string): Promise<string | null> => {
    const { body } = await service.call('GET', `/v1/sessions/${sessions[title]}`, { as: planner })
    const { attributes, relationships } = body.data
    const room = rooms.find(({ id }) => id === relationships.microlocation.data?.id)
    const clock = (name: string) => attributes[name]?.slice(11, 16)
    return room ? `${room.attributes.name} ${clock('starts-at')}-${clock('ends-at')}` : null
  }
  const stored = (title: string, slot: string | null) => until(async () => (await slotOf(title)) === slot)
  const change = (title: string, attributes: object, room: number) =>
    service.call('PATCH', `/v1/sessions/${sessions[title]}`, {
      as: planner,
      body: {
        data: {
          type: 'session',
          id: sessions[title],
          attributes,
          relationships: { microlocation: { data: linkTo(rooms[room]!) } },
        },
      },
    })
  const block = (page: OpenedPage, title: string) =>
    page.locator(`.s-canvas [data-session="${sessions[title]}"]`)
  const saved = (page: OpenedPage) => page.getByText('All changes are saved').waitFor()

  /** The middle of the top of a slot, on the screen. */
  async function placeOf(page: OpenedPage, room: number, hour: number): Promise<{ x: number; y: number }> {
    const box = (await page.locator('.s-canvas').boundingBox())!
    return { x: box.x + (box.width / 3) * (room + 0.5), y: box.y + (hour - 8) * 96 + 2 }
  }

  async function drag(page: OpenedPage, from: { x: number; y: number }, to: { x: number; y: number }) {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.move(to.x, to.y, { steps: 3 })
    await page.mouse.up()
  }

  async function dragBlock(page: OpenedPage, title: string, room: number, hour: number) {
    const box = (await block(page, title).boundingBox())!
    const from = { x: box.x + box.width / 2, y: box.y + 2 }
    await drag(page, from, await placeOf(page, room, hour))
  }

  it('takes sessions from the list and moves them by mouse, marks conflicts, and undoes', async () => {
    const page = await openConsole(path, { viewport: { width: 1280, height: 1000 } }, planner)
    await page.getByText('3 sessions without a slot').waitFor()
    const item = (await page.getByRole('button', { name: /^Leaves/ }).boundingBox())!
    await drag(page, { x: item.x + 20, y: item.y + 10 }, await placeOf(page, 0, 9))
    await stored('Leaves', 'Hall 09:00-09:30')
    await page.getByRole('button', { name: /^Water/ }).click()
    await stored('Water', 'Hall 08:00-08:30')

    await dragBlock(page, 'Water', 1, 9)
    assert.equal(await block(page, 'Water').getAttribute('data-conflict'), 'speaker')
    assert.equal(await block(page, 'Leaves').getAttribute('data-conflict'), 'speaker')
    await stored('Water', 'Loft 09:00-09:30')
    await page.getByRole('heading', { name: '1 conflict' }).waitFor()
    await page.locator('.s-conflicts').getByText('Lin').waitFor()
    await demandAccessible(page)

    await button(page, 'Undo').click()
    await stored('Water', 'Hall 08:00-08:30')
    assert.equal(await block(page, 'Leaves').getAttribute('data-conflict'), null)
    await page.keyboard.press('Control+Shift+Z')
    await stored('Water', 'Loft 09:00-09:30')
    await dragBlock(page, 'Water', 1, 11)
    await stored('Water', 'Loft 11:00-11:30')

    const box = (await block(page, 'Water').boundingBox())!
    await drag(page, { x: box.x + box.width / 2, y: box.y + box.height - 3 }, await placeOf(page, 1, 12))
    await stored('Water', 'Loft 11:00-12:00')
    await saved(page)
    assert.deepEqual(page.complaints, [])
  })

  it('is used by keyboard alone, and says what happens', async () => {
    const page = await openConsole(path, { colorScheme: 'dark' }, planner)
    await block(page, 'Leaves').focus()
    await page.keyboard.press('Space')
    await page.getByText('Leaves is picked up.').waitFor({ state: 'attached' })
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(key)
    await page.getByText('09:10–09:45, Cellar', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await stored('Leaves', 'Cellar 09:10-09:45')
    await page.keyboard.press('ArrowLeft')
    await page.locator(':focus', { hasText: /^Water, 11:00–12:00, Loft/ }).waitFor()

    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Water' })
    await dialog.getByLabel('Start').fill('2030-05-02T10:00')
    await dialog.getByLabel('Minutes').fill('45')
    await demandAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await stored('Water', 'Loft 10:00-10:45')
    await button(page, 'Thu 2 May').click()
    await block(page, 'Water').focus()
    await page.keyboard.press('Delete')
    await stored('Water', null)
    await saved(page)
    assert.deepEqual(page.complaints, [])
  })

  it('moves a session by a finger that rests first', async () => {
    const page = await openConsole(path, { hasTouch: true, viewport: { width: 800, height: 1000 } }, planner)
    await block(page, 'Leaves').scrollIntoViewIfNeeded()
    const box = (await block(page, 'Leaves').boundingBox())!
    const from = { x: box.x + box.width / 2, y: box.y + 2 }
    const to = await placeOf(page, 1, 10)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [from])
    await page.locator('.s-block[data-dragged]').waitFor()
    await touch('touchMove', [{ x: from.x - 20, y: from.y + 20 }])
    await touch('touchMove', [to])
    await page.locator('.s-mark', { hasText: 'Loft' }).waitFor()
    await touch('touchEnd', [])
    await stored('Leaves', 'Loft 10:00-10:35')
  })

  it('keeps changes while there is no connection, and never overwrites what others did', async () => {
    const page = await openConsole(path, { viewport: { width: 1280, height: 1000 } }, planner)
    await block(page, 'Leaves').waitFor()
    await page.getByRole('button', { name: /^Cups/ }).click()
    await stored('Cups', 'Hall 08:00-08:30')
    await saved(page)

    await page.context().setOffline(true)
    await dragBlock(page, 'Leaves', 0, 12)
    await dragBlock(page, 'Cups', 2, 13)
    await page.getByText('No connection: 2 changes are not saved yet').waitFor()
    await change('Cups', { 'starts-at': '2030-05-01T15:00:00Z', 'ends-at': '2030-05-01T15:20:00Z' }, 1)
    await page.context().setOffline(false)

    await page.getByText('Somebody else has moved “Cups” meanwhile.').waitFor()
    await saved(page)
    assert.deepEqual([await slotOf('Leaves'), await slotOf('Cups')], ['Hall 12:00-12:35', 'Loft 15:00-15:20'])
    await block(page, 'Cups').getByText('15:00–15:20', { exact: true }).waitFor({ state: 'attached' })
  })

  it('sees what others do, and releases the schedule with what has changed', async () => {
    const page = await openConsole(path, {}, planner)
    await block(page, 'Cups').waitFor()
    await change('Cups', { 'starts-at': '2030-05-01T16:00:00Z', 'ends-at': '2030-05-01T16:30:00Z' }, 2)
    await page.getByText('Somebody else has moved: Cups.').waitFor()
    await block(page, 'Cups').getByText('16:00–16:30', { exact: true }).waitFor()

    await link(page, 'Release…').click()
    await heading(page, 'Releases').waitFor()
    await page.getByText(/^Added/).waitFor()
    await page.getByLabel('Comment').fill('The first plan')
    await demandAccessible(page)
    await button(page, 'Release the schedule').click()
    await page.getByText('Version 1 is released.').waitFor()
    await page.getByText('Nothing has changed.').waitFor()
    await page.getByText('The first plan').waitFor()
    const { body } = await service.call('GET', `/v1/events/${event.id}/schedule-releases`, { as: planner })
    assert.deepEqual(
      body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
        attributes.version,
        attributes.comment,
        attributes['session-count'],
      ]),
      [['1', 'The first plan', 2]],
    )
  })
})

describe('proposals and everything else', async () => {
  const organizer = await signUp(service)
  const event = await make(service, organizer, 'event', { name: 'Rest Days', timezone: 'UTC' })
  const within = { event: linkTo(event) }
  const base = `/events/${event.attributes.identifier}`
  for (const title of ['Kettles', 'Spoons', 'Sugar'])
    await make(service, organizer, 'session', { title, state: 'pending' }, within)
  const read = async (path: string): Promise<Json[]> =>
    (await service.call('GET', `/v1/events/${event.id}/${path}`, { as: organizer })).body.data
  const statesOf = async () =>
    Object.fromEntries((await read('sessions')).map(({ attributes }) => [attributes.title, attributes.state]))

  it('finds proposals by what stands in the address, and decides on many at once', async () => {
    const page = await openConsole(`${base}/proposals`, {}, organizer)
    await page.getByText('3 proposals').waitFor()
    await page.getByLabel('Search titles and speakers').fill('spoon')
    await page.getByText('1 proposal', { exact: true }).waitFor()
    assert.match(page.url(), /\?q=spoon$/)
    await button(page, 'Spoons').click()
    await page.getByRole('complementary', { name: 'Spoons' }).getByText('Pending', { exact: true }).waitFor()
    await demandAccessible(page)
    await page.getByRole('complementary', { name: 'Spoons' }).getByRole('button', { name: 'Reject' }).click()
    await button(page, 'Decide').click()
    await page.getByText('1 proposal has been decided on.').waitFor()
    assert.deepEqual(await statesOf(), { Kettles: 'pending', Spoons: 'rejected', Sugar: 'pending' })

    await page.goto(`${service.address}/console${base}/proposals?state=pending`)
    await page.getByText('2 proposals').waitFor()
    await page.getByLabel('Choose all').check()
    await button(page, 'Accept').click()
    await page.getByLabel('Send a mail to the speakers').check()
    await page.getByText('Preview of the mail').click()
    await demandAccessible(page)
    await button(page, 'Decide').click()
    await page.getByText('2 proposals have been decided on.').waitFor()
    await page.getByText('No proposal matches.').waitFor()
    assert.deepEqual(await statesOf(), { Kettles: 'accepted', Spoons: 'rejected', Sugar: 'accepted' })
    assert.deepEqual(page.complaints, [])
  })

  it('lets a reviewer score one proposal after the other', async () => {
    const reviewer = await signUp(service)
    await giveRole(service, reviewer, event.id, 'reviewer')
    const criterion = await make(
      service,
      organizer,
      'review-criterion',
      { name: 'Fit', min: 1, max: 5 },
      within,
    )
    for (const title of ['Trays', 'Mats'])
      await make(service, organizer, 'session', { title, state: 'pending' }, within)
    const page = await openConsole(`${base}/proposals`, {}, reviewer)
    await button(page, 'Mats').click()
    const detail = page.getByRole('complementary', { name: 'Mats' })
    await detail.getByLabel('Fit').selectOption('4')
    await detail.getByLabel('Comment').fill('Useful')
    await demandAccessible(page)
    await detail.getByRole('button', { name: 'Save the review' }).click()
    await page.getByText('The review is saved.').waitFor()
    const { body } = await service.call('GET', '/v1/reviews', { as: reviewer })
    const [{ attributes }] = body.data
    assert.deepEqual([attributes.scores, attributes.comment], [{ [criterion.id]: 4 }, 'Useful'])
  })

  it('has lists and forms for every resource, with the messages of the service at the fields', async () => {
    const page = await openConsole(`${base}/tracks`, { colorScheme: 'dark' }, organizer)
    await page.getByText('There is nothing here yet.').waitFor()
    await link(page, 'New').click()
    await button(page, 'Create').click()
    await page.getByText(/^name must/).waitFor()
    await demandAccessible(page)
    await page.getByLabel('Name').fill('Brewing')
    await button(page, 'Create').click()
    await link(page, 'Brewing').click()
    await page.getByLabel('Description').fill('Hot water and leaves')
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    const [track] = await read('tracks')
    assert.deepEqual(
      [track.attributes.name, track.attributes.description],
      ['Brewing', 'Hot water and leaves'],
    )

    await button(page, 'Delete…').click()
    await demandAccessible(page)
    await button(page, 'Delete Brewing').click()
    await page.getByText('There is nothing here yet.').waitFor()
    assert.deepEqual([await read('tracks'), page.complaints], [[], [REFUSED]])
  })

  it('never writes over what somebody else has changed', async () => {
    const room = await make(service, organizer, 'microlocation', { name: 'Hall' }, within)
    const page = await openConsole(`${base}/microlocations/${room.id}`, {}, organizer)
    await page.getByLabel('Name').fill('Great Hall')
    const data = { ...linkTo(room), attributes: { floor: 3 } }
    await service.call('PATCH', `/v1/microlocations/${room.id}`, { as: organizer, body: { data } })
    await button(page, 'Save').click()
    await page.getByText('Somebody else has changed this record.').waitFor()
    assert.equal((await read('microlocations'))[0].attributes.name, 'Hall')
  })

  it('invites to a role, exports with a download, and shows a token once', async () => {
    const page = await openConsole(`${base}/role-invites/new`, {}, organizer)
    await page.getByLabel('Email').fill('nora@plenum.test')
    await page.getByLabel('Role name').selectOption('coorganizer')
    await button(page, 'Create').click()
    await link(page, 'nora@plenum.test').waitFor()
    assert.equal((await read('role-invites')).length, 1)

    await link(page, 'Exports').first().click()
    const archive = page.getByRole('region', { name: 'Archive' })
    await archive.getByRole('button', { name: 'Start the export' }).click()
    const url = await archive.getByRole('link', { name: 'Download the file' }).getAttribute('href')
    const file = await fetch(new URL(url!, service.address))
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/zip'])
    await demandAccessible(page)

    await link(page, 'Figures').first().click()
    await page
      .getByRole('region', { name: 'Sessions by state' })
      .getByRole('row', { name: 'Accepted 2' })
      .waitFor()
    await demandAccessible(page)

    await link(page, 'Administration').click()
    await heading(page, 'Administration').waitFor()
    assert.equal(await link(page, 'Users').count(), 0)
    await link(page, 'API tokens').click()
    await link(page, 'New').click()
    await page.getByLabel('Name').fill('website')
    await page.getByLabel('Scopes').fill('["read"]')
    await button(page, 'Create').click()
    await page.getByText('Copy this now.').waitFor()
    await demandAccessible(page)
    await button(page, 'I have copied it').click()
    await link(page, 'website').waitFor()
    assert.deepEqual(page.complaints, [])
  })
})
