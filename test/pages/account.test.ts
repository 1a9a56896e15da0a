/** The pages of accounts in a real browser, with the links that real mails carry. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { subscriptionOf } from '../../src/mail/event-mail.ts'
import { startMailServer } from '../../tools/mail-server.ts'
import { demandAccessible, type OpenedPage, openBrowser, openPage } from '../support/browser.ts'
import { confirm } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { openPath, startPages } from '../support/pages.ts'
import { logIn as logInByPassword, PASSWORD, signUp } from '../support/people.ts'

const mail = await startMailServer()
const service = await startPages({ WORKERS: '2', MAIL_URL: mail.url })
const owner = await signUp(service)
const event = await make(service, owner, 'event', { name: 'Tea Days', state: 'published' })
const browser = await openBrowser()

/** The link to this page in one of so many mails to this address. */
async function mailedLink(address: string, path: string, count: number): Promise<string> {
  const texts = (await mail.until(address, count)).map(({ text }) => text)
  const start = `${service.address}${path}?token=`
  const link = texts
    .join(' ')
    .split(/\s/)
    .find((word) => word.startsWith(start))
  assert.ok(link, texts.join('\n'))
  return link
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const page = await openPage(browser, options)
  page.setDefaultTimeout(60_000)
  await page.goto(new URL(path, service.address).href)
  return page
}

const button = (page: OpenedPage, name: string) => page.getByRole('button', { name, exact: true })

async function fillIn(page: OpenedPage, values: Record<string, string>, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await button(page, submit).click()
}

const logIn = (page: OpenedPage, email: string, password = PASSWORD) =>
  fillIn(page, { 'E-mail address': email, Password: password }, 'Log in')

/** As if the log-in had expired. */
async function endLogIns(email: string): Promise<void> {
  const authorization = `JWT ${await logInByPassword(service, email, PASSWORD)}`
  await service.call('POST', '/v1/auth/blacklist', { headers: { authorization } })
}

/** What stands at a field. */
const describedBy = async (page: OpenedPage, label: string) => {
  const field = page.getByLabel(label)
  const ids = (await field.getAttribute('aria-describedby'))!.split(' ')
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))
  return { isInvalid: await field.getAttribute('aria-invalid'), texts }
}

describe('signing up', () => {
  it('leads to the account, and the link in the mail confirms the address', async () => {
    const email = 'nora@plenum.test'
    const page = await open('/sign-up')
    await fillIn(page, { 'E-mail address': email, Password: PASSWORD, 'First name': 'Nora' }, 'Sign up')
    await page.getByText(`You are logged in as ${email}.`).waitFor()
    await page.getByText('is not confirmed yet').waitFor()

    await page.goto(await mailedLink(email, '/verify', 1))
    const isVerified = async () =>
      (
        await service.db.query<{ is_verified: boolean }>(
          sql`select is_verified from users where email = ${email}`,
        )
      )[0]!.is_verified
    await button(page, 'Confirm the address').waitFor()
    assert.equal(await isVerified(), false)
    await button(page, 'Confirm the address').click()
    await page.getByText('Your e-mail address is confirmed.').waitFor()

    assert.equal(await isVerified(), true)
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByText(`You are logged in as ${email}.`).waitFor()
    assert.deepEqual(page.complaints, [])
  })

  it('shows what the service says at the fields, and keeps what was typed except for the password', async () => {
    const page = await open('/sign-up')
    await fillIn(page, { 'E-mail address': 'no address', Password: 'short', 'First name': 'Ada' }, 'Sign up')
    await page.getByText('email must be an e-mail address').waitFor()

    assert.deepEqual(await describedBy(page, 'E-mail address'), {
      isInvalid: 'true',
      texts: ['email must be an e-mail address'],
    })
    assert.deepEqual(await describedBy(page, 'Password'), {
      isInvalid: 'true',
      texts: ['At least 8 characters.', 'password must be at least 8 characters long'],
    })
    assert.equal(await page.evaluate('document.activeElement.name'), 'email')
    await demandAccessible(page)

    await page.reload()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Ada')
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'no address')
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    assert.doesNotMatch(await page.evaluate('JSON.stringify(sessionStorage)'), /short/)
  })
})

describe('logging in', () => {
  it('shows a refusal, goes on where the reader came from, and ends with logging out', async () => {
    const { email } = await signUp(service)
    const page = await open('/account')
    await page.waitForURL('**/log-in?next=*')
    await logIn(page, email, 'a wrong password')
    const alert = page.getByRole('alert')
    await alert.getByText('Wrong e-mail address or password.').waitFor()
    await fillIn(page, { Password: PASSWORD }, 'Log in')
    await page.getByText(`You are logged in as ${email}.`).waitFor()

    await page.goto(service.address)
    await page.getByRole('link', { name: 'Account' }).click()
    await button(page, 'Log out').click()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
    await page.goto(`${service.address}/account`)
    await page.waitForURL('**/log-in?next=*')
  })

  it('never leads to another site', async () => {
    const { email } = await signUp(service)
    const page = await open('/log-in')
    const elsewhere = ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']
    for (const next of [...elsewhere, `${service.address}//evil.example`]) {
      await page.goto(`${service.address}/log-in?${new URLSearchParams({ next })}`)
      await logIn(page, email)
      await page.waitForURL((url) => url.pathname !== '/log-in')
      assert.equal(page.url(), `${service.address}/account`)
    }
  })

  it('says that the connection is lost, and works when it is back', async () => {
    const { email } = await signUp(service)
    const page = await open('/log-in')
    await page.getByLabel('Password').waitFor()
    await page.context().setOffline(true)
    await logIn(page, email)
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Log in').click()
    await page.getByText(`You are logged in as ${email}.`).waitFor()
  })
})

describe('a forgotten password', () => {
  it('is replaced with the link in the mail', async () => {
    const { email } = await signUp(service)
    const page = await open('/log-in')
    await page.getByRole('link', { name: 'Forgotten password' }).click()
    await fillIn(page, { 'E-mail address': email }, 'Send a mail for a new password')
    await page.getByText('a mail is on its way').waitFor()

    const link = await mailedLink(email, '/reset-password', 2)
    await page.goto(link)
    await fillIn(page, { 'New password': 'short' }, 'Set the password')
    await page.getByText('password must be at least 8 characters long').waitFor()
    await fillIn(page, { 'New password': 'another password' }, 'Set the password')
    await page.getByText('The new password is set.').waitFor()
    await page.getByRole('link', { name: 'Log in' }).last().click()
    await logIn(page, email, 'another password')
    await page.getByText(`You are logged in as ${email}.`).waitFor()

    await page.goto(link)
    await fillIn(page, { 'New password': 'a third password' }, 'Set the password')
    await page.getByText('This link was used before, or it is too old.').waitFor()
    await demandAccessible(page)
  })
})

describe('an invitation to a role', () => {
  const invite = async (email: string) => {
    await make(service, owner, 'role-invite', { email, 'role-name': 'organizer' }, { event: linkTo(event) })
  }

  it('waits until the reader has signed up and confirmed the address', async () => {
    const email = 'invited@plenum.test'
    await invite(email)
    const link = await mailedLink(email, '/role-invites', 1)
    const page = await open(link)
    await page.getByText(`This invitation is for ${email}.`).waitFor()
    await demandAccessible(page)
    await page.locator('main').getByRole('link', { name: 'Sign up' }).click()
    assert.equal(await page.getByLabel('E-mail address').inputValue(), email)
    await fillIn(page, { Password: PASSWORD }, 'Sign up')

    await page.getByText(`Confirm your address ${email} first`).waitFor()
    assert.equal(page.url(), link)
    await button(page, 'Send the confirmation mail again').click()
    await page.getByText('a mail is on its way').waitFor()
    await confirm(service, { email })
    await page.reload()
    await button(page, 'Accept the invitation').click()
    await page.getByText('You now have the role “organizer” at Tea Days.').waitFor()

    await page.getByRole('link', { name: 'Go to the event' }).click()
    await page.getByRole('heading', { name: 'Tea Days' }).waitFor()
    assert.deepEqual(page.complaints, [])
    await page.goto(link)
    await page.getByText('The invitation is unknown, used or expired.').waitFor()
  })

  it('is not for another account, and offers to log in with the right one', async () => {
    const [invited, other] = [await signUp(service), await signUp(service)]
    await confirm(service, invited)
    await invite(invited.email)
    const link = await mailedLink(invited.email, '/role-invites', 2)
    const page = await open(`/log-in?${new URLSearchParams({ next: link.slice(service.address.length) })}`)
    await logIn(page, other.email)
    await page.getByText(`but you are logged in as ${other.email}`).waitFor()
    await button(page, 'Log in with the invited address').click()
    await fillIn(page, { Password: PASSWORD }, 'Log in')
    await button(page, 'Accept the invitation').click()
    await page.getByText('You now have the role “organizer” at Tea Days.').waitFor()
  })
})

describe('an invitation to speak', () => {
  const invite = async (email: string) => {
    const place = await make(service, owner, 'event', { name: 'Tea Days' })
    const session = await make(service, owner, 'session', { title: 'Brewing' }, { event: linkTo(place) })
    await make(service, owner, 'speaker-invite', { email }, { session: linkTo(session) })
    return session
  }

  it('is accepted with the account of the address', async () => {
    const invited = await signUp(service)
    await confirm(service, invited)
    const session = await invite(invited.email)
    const link = await mailedLink(invited.email, '/speaker-invites', 2)
    const page = await open(link)
    await page.getByText('You are invited to hold the session “Brewing” at Tea Days').waitFor()
    await demandAccessible(page)
    await page.locator('main').getByRole('link', { name: 'Log in' }).click()
    await fillIn(page, { Password: PASSWORD }, 'Log in')
    await button(page, 'Accept the invitation').click()
    await page.getByText('You are now a speaker of “Brewing” at Tea Days.').waitFor()

    const speakers = await service.db.query(sql`select p.user_id from speakers p
      join speakers_sessions ps on ps.speaker_id = p.id where ps.session_id = ${session.id}`)
    assert.deepEqual(speakers, [{ user_id: invited.id }])
    await page.goto(link)
    await page.getByText('The invitation is unknown, used or expired.').waitFor()
  })

  it('is rejected without an account, in German too', async () => {
    const email = 'declining@plenum.test'
    await invite(email)
    const page = await open(await mailedLink(email, '/speaker-invites', 1), { locale: 'de-DE' })
    await button(page, 'Einladung ablehnen').click()
    await page.getByText('Sie haben die Einladung zu „Brewing“ bei Tea Days abgelehnt.').waitFor()
    assert.deepEqual(page.complaints, [])
    await page.context().close()
  })
})

describe('the link to unsubscribe', () => {
  it('ends the mails about sessions of others with a button, and starts them again', async () => {
    const page = await open(`/unsubscribe?token=${await subscriptionOf(service.db, owner.id, event.id)}`)
    await button(page, 'Unsubscribe').click()
    await page.getByText('You get no more mails about the sessions of others at Tea Days.').waitFor()
    assert.equal(await subscriptionOf(service.db, owner.id, event.id), undefined)
    await button(page, 'Subscribe again').click()
    await page.getByText('You get mails about the sessions at Tea Days again.').waitFor()
    assert.deepEqual(page.complaints, [])
    await demandAccessible(page)
  })
})

describe('a proposal', () => {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n')
  const email = 'speaker@plenum.test'
  const stored = async () =>
    (
      await service.db.query<Record<string, unknown>>(
        sql`select s.title, s.state, s.short_abstract, s.complex_field_values, t.name as track, p.name as speaker,
            p.email, s.slides_url like ${`${service.address}%`} as has_slides, jsonb_path_query_array(s.slides, '$.name') as files
          from sessions s join speakers_sessions ps on ps.session_id = s.id join speakers p on p.id = ps.speaker_id
          left join tracks t on t.id = s.track_id where s.event_id = ${event.id}`,
      )
    )[0]

  it('is written with the form of the event, survives what goes wrong, and is sent', async () => {
    const links = { event: linkTo(event) }
    await make(service, owner, 'speakers-call', {}, links)
    await make(service, owner, 'track', { name: 'Brewing' }, links)
    const forms = [
      { form: 'session', 'field-identifier': 'title', 'is-required': true },
      { form: 'session', 'field-identifier': 'track' },
      { form: 'session', 'field-identifier': 'shortAbstract', type: 'paragraph' },
      { form: 'session', 'field-identifier': 'slidesUrl', type: 'file' },
      { form: 'session', 'field-identifier': 'slides', type: 'file', name: 'Handouts' },
      { form: 'session', 'field-identifier': 'favouriteTea', name: 'Favourite tea', 'is-required': true },
      { form: 'speaker', 'field-identifier': 'name', 'is-required': true },
    ]
    for (const [position, form] of forms.entries())
      await make(service, owner, 'custom-form', { 'is-included': true, position, ...form }, links)

    const page = await open(`/events/${event.attributes.identifier}`)
    await page.getByRole('link', { name: 'Propose a session' }).click()
    await page.locator('main').getByRole('link', { name: 'Sign up' }).click()
    await fillIn(page, { 'E-mail address': email, Password: PASSWORD, 'First name': 'Lin' }, 'Sign up')
    await button(page, 'Send the proposal').waitFor()
    await demandAccessible(page)
    await button(page, 'Send the proposal').click()
    await page.getByLabel('Title').and(page.locator('[aria-invalid=true]')).waitFor()

    await page.getByLabel('Title').fill('Tea & <b>me</b>')
    await page.getByLabel('Track').selectOption('Brewing')
    await page.getByLabel('Summary').fill('One < two.\nThree.')
    await page.reload()
    assert.equal(await page.getByLabel('Summary').inputValue(), 'One < two.\nThree.')
    assert.equal(await page.getByLabel('Track').locator('option:checked').textContent(), 'Brewing')
    await page.getByRole('link', { name: 'Tea Days' }).click()
    await page.getByRole('heading', { name: 'Call for speakers' }).waitFor()
    await page.goBack()
    assert.equal(await page.getByLabel('Summary').inputValue(), 'One < two.\nThree.')

    const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: PDF })
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/v1/upload/file', (route) => isReleased.then(() => route.continue()))
    await page.getByLabel('Slides').setInputFiles(pdf('tea.pdf'))
    await page.getByRole('progressbar', { name: 'Uploading: Slides' }).waitFor()
    await button(page, 'Send the proposal').click()
    await page.getByRole('alert').getByText('A file is still being uploaded.').waitFor()
    release()
    await page.getByRole('link', { name: 'Uploaded file' }).waitFor()
    await page.getByLabel('Handouts').setInputFiles([pdf('one.pdf'), pdf('two.pdf'), pdf('three.pdf')])
    await button(page, 'Remove: two.pdf').click()
    await page.getByRole('link', { name: 'three.pdf' }).waitFor()

    await page.context().setOffline(true)
    await button(page, 'Send the proposal').click()
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await page.getByRole('link', { name: 'three.pdf' }).waitFor()
    await button(page, 'Send the proposal').click()
    await page.getByText('Favourite tea is required').waitFor()
    assert.deepEqual(await describedBy(page, 'Favourite tea'), {
      isInvalid: 'true',
      texts: ['Favourite tea is required'],
    })
    await demandAccessible(page)

    await page.getByLabel('Favourite tea').fill('Oolong')
    await endLogIns(email)
    await button(page, 'Send the proposal').click()
    await page.waitForURL('**/log-in?next=*')
    await logIn(page, email)
    await page.getByLabel('Favourite tea').waitFor()
    await button(page, 'Send the proposal').click()
    await page.getByText('Thank you.').waitFor()
    assert.deepEqual(await stored(), {
      title: 'Tea & <b>me</b>',
      state: 'pending',
      short_abstract: '<p>One &lt; two.<br />Three.</p>',
      complex_field_values: { favourite_tea: 'Oolong' },
      track: 'Brewing',
      speaker: 'Lin',
      email,
      has_slides: true,
      files: ['one.pdf', 'three.pdf'],
    })
  })

  it('is changed, confirmed and withdrawn by its author', async () => {
    const page = await open('/log-in')
    await logIn(page, email)
    await page.getByText('waiting for a decision').waitFor()
    await demandAccessible(page)
    await page.getByRole('link', { name: 'Tea & <b>me</b>' }).click()
    assert.equal(await page.getByLabel('Summary').inputValue(), 'One < two.\nThree.')
    await fillIn(page, { Title: 'Tea for two' }, 'Save the changes')
    await page.getByText('The changes are saved.').waitFor()
    assert.deepEqual([(await stored())?.title, (await stored())?.state], ['Tea for two', 'pending'])

    await service.db.query(sql`update sessions set state = 'accepted' where title = 'Tea for two'`)
    await page.getByRole('link', { name: 'Go to your proposals' }).click()
    await page.getByRole('link', { name: 'Tea for two' }).click()
    await button(page, 'Confirm the session').click()
    await page.getByText('Your session is confirmed.').waitFor()
    assert.equal((await stored())?.state, 'confirmed')

    await page.getByRole('link', { name: 'Go to your proposals' }).click()
    await page.getByRole('link', { name: 'Tea for two' }).click()
    await button(page, 'Withdraw the proposal').click()
    await button(page, 'Yes, withdraw it').click()
    await page.getByText('Your proposal is withdrawn.').waitFor()
    assert.equal((await stored())?.state, 'withdrawn')
    assert.deepEqual(page.complaints, [])
  })

  it('cannot be sent without a call that is open', async () => {
    const other = await make(service, owner, 'event', { name: 'Coffee Days', state: 'published' })
    const page = await open(`/events/${other.attributes.identifier}/propose`)
    await page.getByText('The call for speakers is not open.').waitFor()
  })
})

describe('the own account', () => {
  it('keeps the profile, the picture, the address and the password', async () => {
    const user = await signUp(service)
    await confirm(service, user)
    const page = await open('/log-in')
    await logIn(page, user.email)
    await page
      .getByLabel('Picture')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') })
    await page.locator('.field-fault').waitFor()
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
    await page.getByLabel('Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('link', { name: 'Uploaded file' }).waitFor()
    await fillIn(page, { 'Public name': 'Nora of Tea' }, 'Save the profile')
    await page.getByText('Your profile is saved.').waitFor()
    const [row] = await service.db.query(
      sql`select public_name, avatar_url like ${`${service.address}%`} as has_picture from users where id = ${user.id}`,
    )
    assert.deepEqual(row, { public_name: 'Nora of Tea', has_picture: true })

    const address = page.getByRole('region', { name: 'Change of address' })
    await address.getByLabel('New e-mail address').fill('moved@plenum.test')
    await address.getByLabel('Current password').fill('not the password')
    await button(page, 'Change the address').click()
    await address.getByText('current-password is not your password').waitFor()
    await address.getByLabel('Current password').fill(PASSWORD)
    await button(page, 'Change the address').click()
    await page.getByText('We have sent a mail to moved@plenum.test.').waitFor()

    await page.goto(await mailedLink('moved@plenum.test', '/verify', 1))
    await button(page, 'Confirm the address').click()
    await page.getByText('Your e-mail address is confirmed.').waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByText('You are logged in as moved@plenum.test.').waitFor()

    const password = page.getByRole('region', { name: 'Password' })
    await password.getByLabel('Current password').fill(PASSWORD)
    await password.getByLabel('New password').fill('another password')
    await button(page, 'Change the password').click()
    await page.getByText('The new password is set.').waitFor()
    await demandAccessible(page)
  })

  it('does not lose what was typed into the profile', async () => {
    const { email } = await signUp(service)
    const page = await open('/log-in')
    await logIn(page, email)
    const isKept = async () =>
      assert.equal(await page.getByLabel('Public name').inputValue(), 'Typed with care')
    await page.getByLabel('Public name').fill('Typed with care')
    await page.reload()
    await isKept()
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('heading', { name: 'Upcoming events' }).waitFor()
    await page.goBack()
    await isKept()

    await page.context().setOffline(true)
    await button(page, 'Save the profile').click()
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await isKept()
    await page.context().setOffline(false)
    await endLogIns(email)
    await button(page, 'Save the profile').click()
    await page.waitForURL('**/log-in?next=*')
    await logIn(page, email)
    await isKept()
    await button(page, 'Save the profile').click()
    await page.getByText('Your profile is saved.').waitFor()
  })

  it('shows what has happened until it is read', async () => {
    const page = await open('/log-in', { colorScheme: 'dark' })
    await logIn(page, owner.email)
    await page.getByText('New proposal for Tea Days: Tea & <b>me</b>').waitFor()
    await demandAccessible(page)
    await button(page, 'Mark as read').click()
    await button(page, 'Mark as read').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('New proposal for Tea Days').waitFor()
    assert.equal(await button(page, 'Mark as read').count(), 0)
    assert.deepEqual(page.complaints, [])
  })
})

describe('every page of accounts', () => {
  const PATHS = [
    '/log-in',
    '/sign-up',
    '/forgotten-password',
    '/reset-password?token=x',
    '/verify?token=x',
    '/role-invites',
    '/speaker-invites',
    '/unsubscribe',
  ]

  it('is kept by no cache, gives its address to no other site, and is found by no search engine', async () => {
    for (const path of [...PATHS, '/account']) {
      const { status, headers, body } = await openPath(service, `${path}?token=secret`)
      const [cache, referrer] = [headers.get('cache-control'), headers.get('referrer-policy')]
      assert.deepEqual([status, cache, referrer], [200, 'no-store', 'no-referrer'])
      assert.match(body, /<meta name="robots" content="noindex"\/>/)
      assert.doesNotMatch(body, /secret/)
    }
  })

  it('speaks German', async () => {
    const page = await open('/log-in', { locale: 'de-DE' })
    await button(page, 'Anmelden').waitFor()
    await page.context().close()
  })

  /** A speaker with proposals opens them all. Each shows this text when it is complete. */
  const own = async (): Promise<[path: string, shown: string][]> => {
    const [row] = await service.db.query<{ id: string }>(
      sql`select id from sessions where title = 'Tea for two'`,
    )
    const propose = `/events/${event.attributes.identifier}/propose`
    return [
      ...PATHS.map((path): [string, string] => [path, '']),
      [propose, 'Favourite tea'],
      [`${propose}?proposal=${row!.id}`, 'This proposal is withdrawn.'],
      ['/account', 'Tea for two'],
    ]
  }
  const openAs = async (email: string, options: BrowserContextOptions) => {
    const page = await open('/log-in', options)
    await logIn(page, email)
    await page.waitForURL('**/account')
    return page
  }
  const show = async (page: OpenedPage, [path, text]: [string, string]) => {
    await page.goto(service.address + path)
    await page.locator('[data-island] *').first().waitFor()
    await page.getByText(text).first().waitFor()
  }

  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be used by everybody on a narrow screen (${colorScheme})`, async () => {
      const viewport = { width: 320, height: 640 }
      const page = await openAs('speaker@plenum.test', { colorScheme, viewport })
      for (const one of await own()) {
        await show(page, one)
        await demandAccessible(page)
        const width = await page.evaluate('document.documentElement.scrollWidth')
        assert.deepEqual([one[0], width], [one[0], 320])
      }
      assert.deepEqual(page.complaints, [])
    })

  it('has only links that lead somewhere, and so have all mails', async () => {
    const page = await openAs('speaker@plenum.test', {})
    const links = new Set<string>()
    for (const one of await own()) {
      await show(page, one)
      const found = await page.evaluate<string[]>(
        "[...document.querySelectorAll('a[href]')].map(({ href }) => href)",
      )
      for (const link of found) links.add(link.split('#')[0]!)
    }
    for (const { text, html } of mail.received)
      for (const link of `${text} ${html}`.match(/https?:[^\s"'<>)]+/g) ?? []) links.add(link)
    const mine = [...links].filter((link) => link.startsWith(service.address))
    const dead = []
    for (const link of mine) {
      const answer = await page.request.get(link, { headers: { accept: 'text/html' } })
      if (answer.status() >= 400) dead.push([link, answer.status()])
    }

    assert.deepEqual(dead, [])
    assert.deepEqual(
      [...links].filter((link) => !mine.includes(link)),
      [],
    )
    assert.ok(mine.length > 20, String(mine.length))
  })
})

describe('the data of a person', () => {
  it('is copied, and goes with the account when the password is given again', async () => {
    const email = 'leaving@plenum.test'
    await signUp(service, email)
    const page = await open('/log-in')
    await logIn(page, email)
    await page.getByText(`You are logged in as ${email}.`).waitFor()

    await button(page, 'Make a copy of my data').click()
    const copy = await page.getByRole('link', { name: 'Download the copy' }).getAttribute('href')
    assert.equal((await fetch(copy!)).headers.get('content-type'), 'application/zip')

    await button(page, 'Delete my account …').click()
    const erasure = page.locator('section[aria-labelledby="erasure"]')
    const erase = async (password: string) => {
      await erasure.getByLabel('Current password').fill(password)
      await button(page, 'Delete my account for good').click()
    }
    await erase('wrong')
    await erasure.getByText('current-password is not your password').waitFor()
    await demandAccessible(page)
    await erase(PASSWORD)
    await page.waitForURL(`${service.address}/`)

    assert.deepEqual(await service.db.query(sql`select id from users where email = ${email}`), [])
    await page.goto(`${service.address}/account`)
    await button(page, 'Log in').waitFor()
  })
})
