/** Stored texts never run in a page, whatever they hold and however they came into the database. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sql, { raw, type Sql } from 'sql-template-tag'
import { type OpenedPage, openBrowser, openPage } from '../support/browser.ts'
import { linkTo, make } from '../support/make.ts'
import { startPages } from '../support/pages.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { makeProgramme } from '../support/programme.ts'

const HIT = 'globalThis.hit=1'
const TEXT = [
  `</script></title></style></textarea>--><script>${HIT}</script><img src=x onerror="${HIT}">`,
  `<svg onload="${HIT}"><style>body{display:none}</style><p style="position:fixed" onclick="${HIT}">p</p>`,
  `<a href="javascript:${HIT}">link</a><a href="java&#10;script:${HIT}">link</a><base href="//evil.example/">`,
  `<iframe srcdoc="<script>parent.hit=1</script>"></iframe><form action="//evil.example"><math><mtext>`,
  `" onmouseover="${HIT}" x="' onfocus='${HIT}' autofocus <!-- <![CDATA[ {{constructor}} \${${HIT}} \u202e\u2028`,
].join('')
const ADDRESS = `javascript:${HIT}//`
const ADDRESSES =
  /(_url|_link|^url|^link|^website|^twitter|^facebook|^github|^gitlab|^mastodon|^linkedin|^instagram)$/
const FILE_NAME = `"><img src=x onerror=${HIT}> ' onload='${HIT}'.pdf`
/** What decides whether there is a page at all, and what no request can give another shape. */
const KEPT = [
  'identifier',
  'state',
  'privacy',
  'timezone',
  'complex_field_values',
  'speaker_positions',
  'password_hash',
  'field_identifier',
]
/** The rows that the pages show, where they are not those of the event. */
const OWN: Record<string, (user: string) => Sql> = {
  events: () => sql`where id = ${event.id}`,
  settings: () => sql``,
  users: (user) => sql`where id = ${user}`,
}

const service = await startPages()
const owner = await signUp(service)
const { event, path, sessions, speakers } = await makeProgramme(service, owner)
const browser = await openBrowser()

/** Straight into the database, past all rules but its own. */
async function poison(table: string): Promise<string[]> {
  const { db } = service
  const columns = await db.query<{ name: string; type: string }>(
    sql`select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type in ('text', 'character varying', 'jsonb')`,
  )
  const where = OWN[table]?.(owner.id) ?? sql`where event_id = ${event.id}`
  const poisoned: string[] = []
  for (const { name, type } of columns) {
    if (KEPT.includes(name) || (table === 'users' && name === 'email')) continue
    const value = ADDRESSES.test(name) ? ADDRESS : TEXT
    const stored = type === 'jsonb' ? JSON.stringify([{ name: TEXT, link: ADDRESS }]) : value
    const statement = sql`update ${raw(`"${table}" set "${name}"`)} = ${stored} ${where}`
    if (
      await db.query(statement).then(
        () => true,
        () => false,
      )
    )
      poisoned.push(`${table}.${name}`)
  }
  return poisoned
}

/** A form with questions of all kinds, and a notification of each kind and of one that is unknown. */
async function makeForms(): Promise<void> {
  const links = { event: linkTo(event) }
  const types = ['text', 'paragraph', 'select', 'checkbox', 'number', 'file']
  for (const [position, type] of types.entries()) {
    const asked = {
      form: 'session',
      'field-identifier': `question${position}`,
      name: 'Q',
      type,
      'is-included': true,
    }
    const form = await make(service, owner, 'custom-form', asked, links)
    if (type === 'select') {
      const attributes = { value: 'one' }
      await make(service, owner, 'custom-form-option', attributes, { 'custom-form': linkTo(form) })
    }
  }
  const slides = { form: 'session', 'field-identifier': 'slides', type: 'file', 'is-included': true }
  await make(service, owner, 'custom-form', slides, links)
  const kinds = ['new_session', 'session_state_change', 'event_role', 'event_imported', TEXT]
  for (const type of kinds) {
    const content = { type, role: TEXT, event: { name: TEXT }, session: { title: TEXT }, link: ADDRESS }
    await service.db.query(
      sql`insert into notifications (user_id, content) values (${owner.id}, ${JSON.stringify(content)})`,
    )
  }
}

/** What would do something, if it were there. */
const DANGEROUS = `[...document.querySelectorAll('*')].flatMap((element) =>
  [...element.attributes].filter(({ name, value }) =>
    /^(on|style$|srcdoc$)/.test(name) || (name !== 'value' && /^\\s*java/i.test(value)))
    .map(({ name, value }) => element.tagName + ' ' + name + '=' + value))`
const PROVOKE = `for (const element of document.querySelectorAll('main *'))
  for (const type of ['mouseover', 'focus', 'pointerenter', 'animationend', 'error', 'load'])
    element.dispatchEvent(new Event(type, { bubbles: true }))`

async function demandHarmless(page: OpenedPage): Promise<void> {
  const url = page.url()
  const found = await page.evaluate(DANGEROUS)
  await page.evaluate(PROVOKE)
  const foreign = 'iframe, base, main form:not(.search, .form), main script, main style'
  assert.deepEqual(
    [url, await page.evaluate('globalThis.hit'), found, await page.locator(foreign).count()],
    [url, undefined, [], 0],
  )
  assert.ok(await page.locator('main').isVisible())
}

describe('texts that are scripts, links and styles', () => {
  let page: OpenedPage
  const elsewhere: string[] = []

  before(async () => {
    await makeForms()
    const tables = ['events', 'sessions', 'speakers', 'tracks', 'microlocations', 'session_types', 'sponsors']
    const parts = ['social_links', 'speakers_calls', 'event_copyrights', 'settings']
    const own = ['custom_forms', 'custom_form_options', 'users']
    const poisoned = (await Promise.all([...tables, ...parts, ...own].map(poison))).flat()
    for (const column of [
      'events.name',
      'sessions.long_abstract',
      'speakers.website',
      'sessions.slides',
      'settings.app_name',
      'custom_forms.name',
      'custom_forms.description',
      'custom_form_options.value',
      'users.public_name',
      'users.avatar_url',
    ])
      assert.ok(poisoned.includes(column), column)
    page = await openPage(browser)
    page.on('request', (request) => {
      if (!/^blob:/.test(request.url()) && !request.url().startsWith(service.address))
        elsewhere.push(request.url())
    })
  })

  it('do nothing on any public page', async () => {
    const paths = [
      '',
      '/schedule',
      '/sessions',
      `/sessions/${sessions[0].id}`,
      '/speakers',
      `/speakers/${speakers[0].id}`,
    ]
    for (const url of [
      '/',
      `/?q=${encodeURIComponent(TEXT.slice(0, 99))}`,
      ...paths.map((one) => path + one),
    ]) {
      const answer = await page.goto(service.address + url)
      assert.deepEqual([url, answer!.status()], [url, 200])
      await demandHarmless(page)
    }
    assert.deepEqual([elsewhere, page.complaints], [[], []])
  })

  it('do nothing in forms, in the account and as names of files', async () => {
    const next = `${path}/propose`
    await page.goto(`${service.address}/log-in?${new URLSearchParams({ next })}`)
    await page.getByLabel('E-mail address').fill(owner.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('fieldset').first().waitFor()
    const labels = await page.locator('fieldset label').allTextContents()
    assert.ok(labels.filter((label) => label.startsWith('</script>')).length >= 6, labels.join('\n'))
    assert.ok((await page.locator('option', { hasText: '<script>' }).count()) > 0)
    const file = { name: FILE_NAME, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    await page.locator('input[type=file][multiple]').setInputFiles(file)
    const stored = page.getByRole('link', { name: FILE_NAME })
    await stored.waitFor()
    assert.equal((await page.request.get((await stored.getAttribute('href'))!)).status(), 200)
    await demandHarmless(page)

    await page.goto(`${service.address}${next}?proposal=${sessions[0].id}`)
    await page.locator('fieldset').first().waitFor()
    assert.equal(await page.locator('[name="session.title"]').inputValue(), TEXT.replaceAll('\n', ' '))
    await demandHarmless(page)

    await page.goto(`${service.address}/account`)
    await page.getByText('New proposal for').waitFor()
    await page.locator('.own-list a').first().waitFor()
    assert.ok((await page.locator('.own-list li', { hasText: '<script>' }).count()) >= 5)
    await demandHarmless(page)
    assert.deepEqual([elsewhere, page.complaints], [[], []])
  })
})
