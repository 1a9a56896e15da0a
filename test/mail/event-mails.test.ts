/** Mails about sessions: their texts, their recipients, and the outbox in which organizers look through them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { limit } from '../../src/access/limits.ts'
import { OCCASION_NAMES, OCCASIONS } from '../../src/resources/mail-occasions.ts'
import { startMailServer } from '../../tools/mail-server.ts'
import { confirm } from '../support/mails.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker.ts'

const server = await startMailServer()
const service = await startTestService({
  WORKERS: '1',
  MAIL_URL: server.url,
  MAIL_FROM: 'Tea <tea@example.org>',
})
const cast = await castOf(service)
const { owner, organizer, coorganizer, registrar, stranger, admin } = cast as Record<string, Caller>
const author = await signUp(service, 'author@plenum.test')
await confirm(service, author)

async function makeEvent(attributes: Json = {}): Promise<Json> {
  const event = await make(service, owner, 'event', { name: 'Tea <Days>', ...attributes })
  await giveRoles(service, cast, event.id)
  await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
  return event
}

const propose = (event: Json, title: string, as = author) =>
  make(service, as, 'session', { title, state: 'pending' }, { event: linkTo(event) })

const patch = (as: Caller | undefined, { type, id }: Json, attributes: Json): Promise<Answer> =>
  service.call('PATCH', `/v1/${type}s/${id}`, { as, body: { data: { type, id, attributes } } })

const decide = (session: Json, attributes: Json) =>
  patch(organizer, session, { 'send-email': true, ...attributes })

/** The mails of an event as organizers read them, oldest first. */
async function outbox(event: Json, filter = ''): Promise<Json[]> {
  const { body } = await service.call('GET', `/v1/events/${event.id}/mails?sort=id${filter}`, {
    as: coorganizer,
  })
  return body.data
}

const forAuthor = async (event: Json) =>
  (await outbox(event)).filter(({ attributes }) => attributes.recipient === author.email)

/** The mails with this subject that this address got; at least one. */
async function received(subject: string, address = author.email) {
  const found = () => server.received.filter((mail) => mail.subject === subject && mail.to.includes(address))
  await until(() => found().length > 0)
  return found()
}

describe('a decision', () => {
  it('reaches who submitted the session without a speaker record, in plain text and simple HTML', async () => {
    const event = await makeEvent()
    const session = await propose(event, 'Oolong & Assam')

    await decide(session, { state: 'rejected', 'decision-reason': 'We have <three> talks on tea.' })

    const [mail] = await received('Tea <Days>: Oolong & Assam is rejected')
    const link = `http://front.test/events/${event.attributes.identifier}/propose?proposal=${session.id}`
    assert.deepEqual(mail!.text.replaceAll('\r', '').split('\n\n'), [
      'Hello author,',
      'Thank you for proposing “Oolong & Assam” for Tea <Days>. The organizers have decided, and your session is rejected.',
      'We have <three> talks on tea.',
      `There is nothing that you need to do. You can still read your proposal:\n${link}`,
    ])
    assert.match(mail!.html, /<p>We have &lt;three&gt; talks on tea\.<\/p>/)
    assert.ok(mail!.html.includes(`<br><a href="${link}">${link}</a></p>`))
    assert.match(mail!.head, /Content-Type: multipart\/alternative/)
    assert.doesNotMatch(mail!.head, /List-Unsubscribe/)
  })

  it('is mailed once to each address, and only when it is asked for', async () => {
    const event = await makeEvent()
    const session = await propose(event, 'Matcha')
    for (const email of [author.email, 'guest@plenum.test', 'GUEST@plenum.test']) {
      const links = { event: linkTo(event), sessions: [linkTo(session)] }
      await make(service, organizer, 'speaker', { name: 'Guest', email }, links)
    }
    await patch(organizer, session, { state: 'accepted' })
    await decide(session, { state: 'confirmed' })

    const told = (await outbox(event, '&filter[action]=session_state_change')).map(
      ({ attributes }) => attributes.recipient,
    )
    assert.deepEqual(
      told.map((one: string) => one.toLowerCase()).sort(),
      [author.email, 'guest@plenum.test', owner!.email].sort(),
    )
  })

  it('has a default with event, title, decision, reason, next step and link on every occasion', () => {
    for (const state of ['accepted', 'rejected', 'confirmed', 'canceled', 'withdrawn'] as const) {
      const { subject, text } = OCCASIONS[`session_${state}`]
      for (const part of ['{event}', '{title}', '{decision}', '{reason}', '{link}'])
        assert.ok(text.includes(part) && subject.includes('{title}'), `${state} ${part}`)
    }
  })

  it('takes a reason from coorganizers and up alone', async () => {
    const session = await propose(await makeEvent(), 'Sencha')

    const { status } = await patch(author, session, { state: 'withdrawn', 'decision-reason': 'Ill' })

    assert.equal(status, 403)
  })
})

describe('a new time or room', () => {
  it('is mailed to the authors when that is asked for', async () => {
    const event = await makeEvent({ timezone: 'Europe/Berlin' })
    const room = await make(service, owner, 'microlocation', { name: 'Hall' }, { event: linkTo(event) })
    const session = await propose(event, 'Darjeeling')
    await patch(organizer, session, { state: 'accepted' })
    const at = (hour: number) => ({
      'starts-at': `2030-05-01T${hour}:00:00Z`,
      'ends-at': `2030-05-01T${hour}:45:00Z`,
    })
    const to = (slot: Json, more: Json = {}) =>
      service.call('PATCH', `/v1/sessions/${session.id}`, {
        as: coorganizer,
        body: {
          data: {
            type: 'session',
            id: session.id,
            attributes: { ...slot, ...more },
            relationships: { microlocation: { data: linkTo(room) } },
          },
        },
      })

    await to(at(10))
    await to(at(12), { 'send-email': true })
    await to(at(12), { 'send-email': true })

    const told = await outbox(event, '&filter[action]=session_moved')
    assert.deepEqual(
      told.map(({ attributes }) => [attributes.recipient, attributes.subject]),
      [[author.email, 'Your session at Tea <Days> was moved: Darjeeling']],
    )
    assert.match(
      told[0]!.attributes.text,
      /^It now takes place: 2030-05-01, 14:00 to 14:45 \(Europe\/Berlin\), Hall$/m,
    )
  })
})

describe('a template', () => {
  const create = (event: Json, attributes: Json, as = coorganizer) =>
    service.call('POST', `/v1/events/${event.id}/mail-templates`, {
      as,
      body: bodyOf('mail-template', attributes),
    })

  it('replaces the default of its occasion, and its values inject nothing', async () => {
    const event = await makeEvent({ name: 'Tea\r\nBcc: eve@plenum.test' })
    const text = 'Dear {name},\n\n{{1}} {title} is <b>in</b>: {link}\n\n{reason}'
    await create(event, { occasion: 'session_accepted', subject: '{event}: {title} {decision}', text })
    const session = await propose(event, '{reason} <script>\r\nX: y')

    await decide(session, { state: 'accepted' })

    const [mine] = (await forAuthor(event)).filter(
      ({ attributes }) => attributes.action === 'session_state_change',
    )
    const { subject, text: sent, message } = mine!.attributes
    const link = `http://front.test/events/${event.attributes.identifier}/propose?proposal=${session.id}`
    assert.equal(subject, 'Tea Bcc:: {reason} <script> X: y accepted')
    assert.deepEqual(sent.split('\n\n'), [
      'Dear author,',
      `{1} {reason} <script> X: y is <b>in</b>: ${link}`,
      'The organizers of Tea Bcc: wrote this text.',
    ])
    assert.doesNotMatch(message, /<script|<b>/)
    const [mail] = await received(subject)
    assert.deepEqual([mail!.to, mail!.text.replaceAll('\r', '')], [[author.email], sent])
  })

  it('has only placeholders that its occasion knows', async () => {
    const event = await makeEvent()
    const known = '{name}, {event}, {title}, {link}'

    const { status, body } = await create(event, {
      occasion: 'new_session',
      subject: 'About {reason}',
      text: 'Hello {name',
    })

    assert.equal(status, 422)
    assert.deepEqual(
      body.errors.map(({ detail, source }: Json) => [source.pointer, detail]),
      [
        ['/data/attributes/subject', `subject has the unknown placeholder {reason}; known here: ${known}`],
        [
          '/data/attributes/text',
          `text has a single {; write {{ for the sign itself, or a placeholder: ${known}`,
        ],
      ],
    )
    const lines = await create(event, { subject: 'One\nBcc: eve@plenum.test' })
    assert.deepEqual(lines.body.errors[0].source, { pointer: '/data/attributes/subject' })
    const template = (await create(event, { occasion: 'session_moved', text: '{slot}' })).body.data
    assert.equal((await patch(coorganizer, template, { occasion: 'new_session' })).status, 422)
  })

  it('is one for each occasion of an event', async () => {
    const event = await makeEvent()

    const answers = await Promise.all([1, 2, 3].map(() => create(event, { occasion: 'session_rejected' })))

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
    const other = await create(await makeEvent(), { occasion: 'session_rejected' })
    assert.equal(other.status, 201)
  })

  it('is shown with example values before it is saved', async () => {
    const event = await makeEvent()
    const url = `/v1/events/${event.id}/mail-templates/preview`
    const preview = (body: Json, as = coorganizer) => service.call('POST', url, { as, body })

    const usual = await preview({ occasion: 'session_accepted' })
    const own = await preview({
      occasion: 'session_accepted',
      subject: '{title}!',
      text: 'Hi {name}\n\n{link}',
    })

    assert.equal(usual.body.subject, 'Tea <Days>: How to brew tea is accepted')
    const link = `http://front.test/events/${event.attributes.identifier}/propose?proposal=1`
    const footer = 'The organizers of Tea <Days> wrote this text.'
    assert.deepEqual(
      [own.status, own.body],
      [
        200,
        {
          subject: 'How to brew tea!',
          text: `Hi Ada Lovelace\n\n${link}\n\n${footer}`,
          html: `<p>Hi Ada Lovelace</p>\n<p><a href="${link}">${link}</a></p>\n<p>The organizers of Tea &lt;Days&gt; wrote this text.</p>`,
        },
      ],
    )
    assert.equal((await preview({ occasion: 'birthday' })).status, 422)
    assert.equal((await preview({ occasion: 'session_moved', text: '{decision}' })).status, 422)
    assert.equal((await preview({ occasion: 'session_moved' }, registrar)).status, 403)
    const occasions = await service.call('GET', '/v1/mail-occasions')
    assert.deepEqual(
      occasions.body.map(({ occasion }: Json) => occasion),
      OCCASION_NAMES,
    )
    for (const { text, subject, occasion } of occasions.body)
      assert.equal((await preview({ occasion, subject, text })).status, 200, occasion)
  })

  it('reaches people who never took part only so many times a day', async () => {
    const event = await makeEvent()
    await create(event, { occasion: 'session_accepted' })
    const session = await propose(event, 'Rooibos')
    const speaker = await make(
      service,
      organizer,
      'speaker',
      { email: 'far@plenum.test' },
      { event: linkTo(event) },
    )
    const { key, most, window } = limit(
      'own words by a user to people who have not taken part',
      organizer!.id,
    )
    await service.db.query(sql`insert into rate_limits (key, count, expires_at)
      values (lower(${key}), ${most}, now() + make_interval(secs => ${window}))`)

    const toAuthor = await decide(session, { state: 'accepted' })
    await service.call('POST', `/v1/sessions/${session.id}/relationships/speakers`, {
      as: organizer,
      body: { data: [linkTo(speaker)] },
    })
    await patch(organizer, session, { state: 'pending' })
    const toOthers = await decide(session, { state: 'accepted' })

    assert.deepEqual([toAuthor.status, toOthers.status], [200, 429])
    await service.db.query(sql`delete from rate_limits where key = lower(${key})`)
  })
})

describe('the outbox of an event that holds its mails', () => {
  const drafts = async (title: string) => {
    const event = await makeEvent({ 'is-mail-held': true })
    const session = await propose(event, title)
    await decide(session, { state: 'accepted' })
    const [mail] = (await forAuthor(event)).filter(({ attributes }) => attributes.status === 'draft')
    return { event, mail: mail! }
  }

  it('keeps them as drafts, which organizers read, change and send', async () => {
    const { mail } = await drafts('Ceylon')

    const edited = await patch(coorganizer, mail, {
      subject: 'Ceylon, please',
      text: 'Come & see:\nhttps://example.org/a?b=1&c',
    })
    const sent = await patch(coorganizer, mail, { status: 'pending' })

    assert.deepEqual(
      [edited.status, edited.body.data.attributes.message],
      [
        200,
        '<p>Come &amp; see:<br><a href="https://example.org/a?b=1&amp;c">https://example.org/a?b=1&amp;c</a></p>',
      ],
    )
    assert.equal(sent.status, 200)
    const [arrived] = await received('Ceylon, please')
    assert.deepEqual(
      [arrived!.to, arrived!.text.replaceAll('\r', '')],
      [[author.email], 'Come & see:\nhttps://example.org/a?b=1&c'],
    )
  })

  it('sends a mail once, whoever presses the button and however many processes send', async () => {
    const { mail } = await drafts('Pu-erh')
    await patch(coorganizer, mail, { subject: 'Pu-erh once' })
    const workers = [await startWorker(service), await startWorker(service)]

    const answers = await Promise.all(
      [coorganizer, organizer, owner, coorganizer].map((as) => patch(as, mail, { status: 'pending' })),
    )
    await received('Pu-erh once')
    await until(async () => {
      const { body } = await service.call('GET', `/v1/mails/${mail.id}`, { as: coorganizer })
      return body.data.attributes.status === 'sent'
    })
    const again = await patch(organizer, mail, { status: 'pending' })
    for (const worker of workers) await worker.close()

    assert.ok(answers.every(({ status }) => status === 200 || status === 403))
    assertRefused(again, 403, 'You may not change status from sent to pending; sent is final.')
    assert.equal((await patch(organizer, mail, { text: 'Too late' })).status, 403)
    assert.equal((await service.call('DELETE', `/v1/mails/${mail.id}`, { as: organizer })).status, 403)
    assert.equal((await received('Pu-erh once')).length, 1)
  })

  it('loses a draft that is deleted, and lists by status', async () => {
    const { event, mail } = await drafts('Mate')

    const before = await outbox(event, '&filter[status]=draft')
    const { status } = await service.call('DELETE', `/v1/mails/${mail.id}`, { as: coorganizer })
    const after = await outbox(event, '&filter[status]=draft')

    assert.deepEqual([status, before.length - after.length], [200, 1])
    assert.ok(!after.some(({ id }) => id === mail.id))
  })

  it('is closed to others, and to organizers of other events', async () => {
    const { event, mail } = await drafts('Yerba')
    const elsewhere = await signUp(service)
    await make(service, elsewhere, 'event')

    for (const as of [stranger, registrar, author, elsewhere]) {
      assert.equal((await service.call('GET', `/v1/events/${event.id}/mails`, { as })).status, 403)
      assert.equal((await service.call('GET', `/v1/mails/${mail.id}`, { as })).status, 403)
      assert.equal((await patch(as, mail, { status: 'pending' })).status, 403)
      assert.equal((await service.call('DELETE', `/v1/mails/${mail.id}`, { as })).status, 403)
    }
    assert.equal((await service.call('GET', `/v1/mails/${mail.id}`, { as: admin })).status, 200)
  })

  it('has no mail with a token', async () => {
    const { event } = await drafts('Chai')
    const session = await propose(event, 'Masala')
    await make(service, owner, 'role-invite', { email: 'one@plenum.test' }, { event: linkTo(event) })
    await make(service, author, 'speaker-invite', { email: 'two@plenum.test' }, { session: linkTo(session) })

    const mails = await outbox(event)

    assert.deepEqual(
      new Set(mails.map(({ attributes }) => attributes.action)),
      new Set(['new_session', 'session_state_change']),
    )
    assert.doesNotMatch(JSON.stringify(mails), /role-invites|speaker-invites|unsubscribe/)
    const [secret] = await service.db.query<Json>(
      sql`select id from mails where recipient = 'two@plenum.test'`,
    )
    for (const as of [owner, organizer])
      assert.equal((await service.call('GET', `/v1/mails/${secret!.id}`, { as })).status, 403)
  })
})

describe('a mail that waits for the mail server', () => {
  it('is held back by organizers, and then is not sent', async () => {
    const event = await makeEvent()
    const session = await propose(event, 'Houjicha')
    await service.db.query(sql`with one as (insert into mails (recipient, action, subject, message, text, event_id, next_try_at)
      values (${author.email}, 'session_moved', 'Held', 'a', 'a', ${event.id}, now() + interval '1 hour') returning id) select id from one`)
    const [mail] = (await outbox(event)).filter(({ attributes }) => attributes.subject === 'Held')

    const refused = await patch(organizer, mail!, { text: 'Changed' })
    const held = await patch(organizer, mail!, { status: 'draft', text: 'Changed' })

    assertRefused(
      refused,
      403,
      'Only drafts can be changed. Set status to draft to hold the mail back first.',
    )
    assert.deepEqual([held.status, held.body.data.attributes.status], [200, 'draft'])
    assert.ok(session)
  })
})

describe('a mail that is not about an own session', () => {
  it('can be ended with one click, for its event alone, and subscribed to again', async () => {
    const [event, other] = [await makeEvent({ name: 'Noisy' }), await makeEvent({ name: 'Quiet' })]
    await propose(event, 'One')
    const [mail] = await received('New session proposal for Noisy: One', owner!.email)
    const header = /^List-Unsubscribe: <([^>]+)>/m.exec(mail!.head)![1]!
    const url = new URL(header)
    const token = url.pathname.split('/').at(-1)
    const click = (action: string, secret = token) =>
      service.call('POST', `/v1/${action}/${secret}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })

    const before = await service.call('GET', url.pathname)
    const done = await click('unsubscribe')
    await propose(event, 'Two')
    await propose(other, 'Three')
    const back = await click('resubscribe')
    await propose(event, 'Four')

    assert.match(mail!.head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    assert.ok(mail!.text.endsWith(`at this event:\nhttp://front.test/unsubscribe?token=${token}`))
    assert.deepEqual([before.status, before.body], [200, { event_name: 'Noisy', is_subscribed: true }])
    assert.deepEqual(
      [done.status, done.body, back.status],
      [200, { event_name: 'Noisy', is_subscribed: false }, 200],
    )
    const subjects = [...(await outbox(event)), ...(await outbox(other))].map(
      ({ attributes }) => attributes.subject,
    )
    assert.deepEqual(subjects, [
      'New session proposal for Noisy: One',
      'New session proposal for Noisy: Four',
      'New session proposal for Quiet: Three',
    ])
    assert.equal((await click('unsubscribe', 'unknown')).status, 404)
  })
})
