/** Stored texts never run in a page, whatever they hold and however they came into the database. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { openBrowser, openPage } from '../support/browser.ts'
import { startPages } from '../support/pages.ts'
import { signUp } from '../support/people.ts'
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
/** What decides whether there is a page at all, and what no request can give another shape. */
const KEPT = ['identifier', 'state', 'privacy', 'timezone', 'complex_field_values', 'speaker_positions']

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
  const own = table === 'events' ? 'id' : table === 'settings' ? undefined : 'event_id'
  const poisoned: string[] = []
  for (const { name, type } of columns) {
    if (KEPT.includes(name)) continue
    const value = ADDRESSES.test(name) ? ADDRESS : TEXT
    const stored = type === 'jsonb' ? JSON.stringify([{ name: TEXT, link: ADDRESS }]) : value
    const where = own ? sql`where ${raw(own)} = ${event.id}` : sql``
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

describe('texts that are scripts, links and styles', () => {
  it('do nothing on any page', async () => {
    const tables = ['events', 'sessions', 'speakers', 'tracks', 'microlocations', 'session_types', 'sponsors']
    const parts = ['social_links', 'speakers_calls', 'event_copyrights', 'settings']
    const poisoned = (await Promise.all([...tables, ...parts].map(poison))).flat()
    for (const column of [
      'events.name',
      'sessions.long_abstract',
      'speakers.website',
      'sessions.slides',
      'settings.app_name',
    ])
      assert.ok(poisoned.includes(column), column)

    const page = await openPage(browser)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(service.address)) elsewhere.push(request.url())
    })
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
      const found = await page.evaluate(`[...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes].filter(({ name, value }) => /^(on|style$|srcdoc$)/.test(name) || /^\\s*java/i.test(value))
          .map(({ name, value }) => element.tagName + ' ' + name + '=' + value))`)
      await page.evaluate(`for (const element of document.querySelectorAll('main *'))
        for (const type of ['mouseover', 'focus', 'pointerenter', 'animationend', 'error', 'load'])
          element.dispatchEvent(new Event(type, { bubbles: true }))`)
      assert.deepEqual(
        [
          url,
          answer!.status(),
          await page.evaluate('globalThis.hit'),
          found,
          await page.locator('iframe, base, main form:not(.search), main script, main style').count(),
        ],
        [url, 200, undefined, [], 0],
      )
      assert.ok(await page.locator('main').isVisible())
    }
    assert.deepEqual([elsewhere, page.complaints], [[], []])
  })
})
