/** The pages of a programme: schedule, sessions and speakers. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTo, make } from '../support/make.ts'
import { openPath, startPages } from '../support/pages.ts'
import { signUp } from '../support/people.ts'
import { makeProgramme } from '../support/programme.ts'

const service = await startPages()
const owner = await signUp(service)
const { event, path, sessions, speakers, tracks } = await makeProgramme(service, owner)
const links = { event: linkTo(event) }
const other = await makeProgramme(service, owner, { name: 'Other Days' })
const pending = await make(service, owner, 'session', { title: 'Not yet', state: 'pending' }, links)
const shy = await make(service, owner, 'speaker', { name: 'Shy' }, { ...links })
await make(service, owner, 'session', { title: 'Without a time' }, links)
const draft = await makeProgramme(service, owner, { name: 'Secret Days', state: 'draft' })

const open = async (url: string, headers = {}) => {
  const { status, body, headers: sent } = await openPath(service, url, headers)
  return { status, body, location: sent.get('location') }
}
const all = (body: string, pattern: RegExp) => [...body.matchAll(pattern)].map(([, found]) => found)

/** The tables as text: a line for each row, each cell with how many rows it reaches over. */
function tablesOf(body: string): string[][] {
  return [...body.matchAll(/<table.*?<\/table>/gs)].map(([table]) =>
    [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<(?:td|th)(.*?)>(.*?)<\/(?:td|th)>/gs)]
        .map(([, attributes, content]) => {
          const rows = /rowSpan="(\d+)"/.exec(attributes!)?.[1] ?? ''
          const title = /<a [^>]*>(.*?)<\/a>/.exec(content!)?.[1] ?? content!.replace(/<.*?>/g, '')
          return `${title}${rows && `/${rows}`}`
        })
        .join(' | '),
    ),
  )
}

describe('the schedule', () => {
  it('is a table of times and rooms for each day', async () => {
    const { body } = await open(`${path}/schedule`, { 'accept-language': 'en-GB' })

    assert.deepEqual(all(body, /<h2 id="day-[^"]*">(.*?)<\/h2>/g), ['Wednesday 1 May', 'Thursday 2 May'])
    assert.deepEqual(tablesOf(body), [
      ['Time | Hall | Garden', '09:00 | Hot water/2 | ', '09:30 | Soil/3', ' | ', '10:30 | Cold water'],
      ['Time | Garden', '09:00 | Rain'],
    ])
    assert.match(body, /09:30–11:00 · Garden · Growing/)
  })

  it('has a way to the sessions of each track, in its colour', async () => {
    const { body } = await open(`${path}/schedule`)
    const one = await open(`${path}/schedule?track=${tracks[0].attributes.name}`)
    const sheet = all(body, /<link rel="stylesheet" href="(\/assets\/colors[^"]*)"/g)[0]!

    assert.deepEqual(all(one.body, /<div class="talk[^>]*><a [^>]*>(.*?)<\/a>/g), ['Hot water', 'Cold water'])
    assert.equal(
      (await open(sheet)).body,
      '.c-ffee00{--track:#ffee00;--on-track:#000}\n.c-003300{--track:#003300;--on-track:#fff}',
    )
  })

  it('shows sessions that overlap in a room side by side', async () => {
    const crowded = await make(service, owner, 'event', { name: 'Crowded' })
    const of = { event: linkTo(crowded) }
    const room = linkTo(await make(service, owner, 'microlocation', { name: 'Hall' }, of))
    const times = { 'starts-at': '2030-05-01T09:00:00Z', 'ends-at': '2030-05-01T10:00:00Z' }
    for (const title of ['A', 'B', 'C', 'D'])
      await make(service, owner, 'session', { title, ...times }, { ...of, microlocation: room })
    const { body } = await open(`/events/${crowded.attributes.identifier}/schedule`)

    assert.match(body, /<th scope="colgroup" colSpan="3">Hall<\/th>/)
    assert.deepEqual(all(body, /<div class="talk[^>]*><a [^>]*>(.*?)<\/a>/g).sort(), ['A', 'B', 'C', 'D'])
  })

  it('is the latest release, until there is another one', async () => {
    const [session] = other.sessions
    const rename = (title: string) =>
      service.call('PATCH', `/v1/sessions/${session.id}`, {
        as: owner,
        body: { data: { ...linkTo(session), attributes: { title } } },
      })
    const release = () =>
      service.call('POST', `/v1/events/${other.event.id}/schedule-releases`, {
        as: owner,
        body: { data: { type: 'schedule-release', attributes: {} } },
      })
    const first = async () =>
      all((await open(`${other.path}/schedule`)).body, /<div class="talk[^>]*><a [^>]*>(.*?)<\/a>/g)[0]

    assert.equal((await release()).status, 201)
    await rename('Renamed')
    assert.equal(await first(), 'Hot water')
    assert.equal((await release()).status, 201)
    assert.equal(await first(), 'Renamed')
  })

  it('has only colours that are colours', async () => {
    for (const name of ['x.css', '336699', '33669.css', '336699-.css', '336699-}body{.css', '336699.css.css'])
      assert.deepEqual([name, (await open(`/assets/colors/${encodeURIComponent(name)}`)).status], [name, 404])
  })
})

describe('the list of sessions', () => {
  const titles = async (query: string) =>
    all((await open(`${path}/sessions${query}`)).body, /<h2><a [^>]*>(.*?)<\/a><\/h2>/g)

  it('has all that everyone may see, by time', async () => {
    assert.deepEqual(await titles(''), ['Hot water', 'Soil', 'Cold water', 'Rain', 'Without a time'])
  })

  it('finds sessions by words of their texts and by their speakers', async () => {
    assert.deepEqual(await titles('?q=water'), ['Hot water', 'Cold water'])
    assert.deepEqual(await titles('?q=byron'), ['Soil', 'Rain'])
    assert.deepEqual(await titles('?q=about%20SOIL'), ['Soil'])
    assert.deepEqual(await titles('?q=not%20yet'), [])
  })
})

describe('the page of a session', () => {
  it('tells what it is, when, where and by whom', async () => {
    const { status, body } = await open(`${path}/sessions/${sessions[0].id}`, { 'accept-language': 'en-GB' })

    assert.equal(status, 200)
    assert.deepEqual(all(body, /<h1>(.*?)<\/h1>/g), ['Hot water'])
    assert.match(body, /<time dateTime="[^"]*">Wed, 1 May 2030, 09:00–10:00<\/time>/)
    for (const text of ['About: Hot water', 'Hall', 'English', 'Brewing', 'Lin Wei'])
      assert.ok(body.includes(text), text)
  })

  it('is also found by the id alone', async () => {
    assert.deepEqual(await open(`/sessions/${sessions[0].id}`), {
      status: 302,
      body: '',
      location: `${path}/sessions/${sessions[0].id}`,
    })
    assert.equal((await open(`/speakers/${speakers[0].id}`)).location, `${path}/speakers/${speakers[0].id}`)
  })
})

describe('the pages of speakers', () => {
  it('list those that everyone may see', async () => {
    const { body } = await open(`${path}/speakers`)

    assert.deepEqual(all(body, /<h2><a [^>]*>(.*?)<\/a><\/h2>/g), ['Ada Byron', 'Lin Wei', 'Shy'])
  })

  it('tell who the speaker is, and list the sessions', async () => {
    const { body } = await open(`${path}/speakers/${speakers[1].id}`)

    assert.deepEqual(all(body, /<h1>(.*?)<\/h1>/g), ['Ada Byron'])
    assert.deepEqual(all(body, /<h3><a [^>]*>(.*?)<\/a><\/h3>/g), ['Soil', 'Rain'])
    assert.match(body, /<a href="https:\/\/example.org\/ada" rel="nofollow noopener">Website<\/a>/)
  })
})

describe('what nobody may see', () => {
  it('has no page: proposals, drafts, and records of other events', async () => {
    const hidden = [
      `${path}/sessions/${pending.id}`,
      `/sessions/${pending.id}`,
      `${path}/sessions/${other.sessions[0].id}`,
      `${path}/speakers/${other.speakers[0].id}`,
      ...['', '/schedule', '/sessions', '/speakers'].map((section) => draft.path + section),
      `${draft.path}/sessions/${draft.sessions[0].id}`,
      `/sessions/${draft.sessions[0].id}`,
      `/speakers/${draft.speakers[0].id}`,
      `${path}/sessions/999999999`,
      `${path}/sessions/%00`,
      `${path}/speakers/x`,
      `/sessions/x%2f..`,
    ]
    for (const url of hidden) {
      const { status, body } = await open(url)
      assert.deepEqual([url, status, all(body, /<h1>(.*?)<\/h1>/g)], [url, 404, ['Page not found']])
    }
    assert.equal((await open(`${path}/speakers/${shy.id}`)).status, 200)
  })
})

describe('the links of all pages', () => {
  it('lead somewhere', async () => {
    const seen = new Map<string, number>()
    const waiting = ['/', '/?when=past', '/?q=tea', '/nothing']
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (seen.has(url)) continue
      const { status, body, location } = await open(url)
      seen.set(url, status)
      if (!/<html/.test(body)) continue
      const anchors = all(body, / id="([^"]*)"/g)
      const found = [...all(body, /(?:href|src|action)="([^"]*)"/g), ...(location ? [location] : [])]
      for (const link of found.map((text) => text!.replaceAll('&amp;', '&'))) {
        if (link.startsWith('#'))
          assert.ok(anchors.includes(link.slice(1)) || link === '#now', `${url} ${link}`)
        else if (link.startsWith('/')) waiting.push(link.split('#')[0]!)
        else if (link.startsWith(service.address)) waiting.push(link.slice(service.address.length) || '/')
      }
    }

    const dead = [...seen].filter(([url, status]) => status >= 400 && url !== '/nothing')
    assert.deepEqual(dead, [])
    const kinds = [
      '/docs/session',
      `/v1/events/${event.attributes.identifier}/schedule.ics`,
      '/log-in',
      `${path}/propose`,
    ]
    assert.deepEqual(
      kinds.filter((url) => !seen.has(url)),
      [],
    )
    assert.ok(seen.size > 30, String(seen.size))
  })
})
