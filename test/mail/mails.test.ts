/** Mails about tasks and accounts: each is sent once, and tried again when the server refuses it for now. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { exportArchive, finished, importArchive } from '../../tools/archives.ts'
import { startMailServer } from '../../tools/mail-server.ts'
import { zipOf } from '../../tools/zips.ts'
import { MOMENT } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService } from '../support/service.ts'
import { startWorker } from '../support/worker.ts'

const mail = await startMailServer()
const service = await startTestService({
  WORKERS: '2',
  MAIL_URL: mail.url,
  MAIL_FROM: 'Plenum <plenum@example.org>',
})
const admin = await logInAdmin(service)
const FROM = 'Plenum <plenum@example.org>'

const archiveOf = (name: string) => zipOf({ event: { id: 1, name, ends_at: '2030-05-03T18:00:00Z' } })

/** What the database says of the mails to this address. */
const recorded = (address: string) =>
  service.db.query<Json>(
    sql`select action, status, attempts, error from mails where recipient = ${address} order by id`,
  )

async function until(address: string, holds: (mails: Json[]) => boolean): Promise<Json[]> {
  const end = Date.now() + 30_000
  for (;;) {
    const mails = await recorded(address)
    if (holds(mails)) return mails
    if (Date.now() > end) throw new Error(JSON.stringify(mails))
    await delay(20)
  }
}

/** Makes all mails due that wait for their next try. */
const hurry = () =>
  service.db.query(sql`with due as (update mails set next_try_at = now() where status = 'pending')
    select pg_notify('plenum_mail', '')`)

const isSent = ({ status }: Json) => status === 'sent'

describe('a mail', () => {
  it('welcomes a new user', async () => {
    const { email } = await signUp(service)

    const [received] = await mail.until(email, 1)

    const { from, to, subject, text } = received!
    assert.deepEqual(
      [from, to, subject],
      [FROM, [email], 'Welcome to Plenum: please confirm your e-mail address'],
    )
    const link = 'http://front\\.test/verify\\?token=[\\w-]{43}'
    assert.match(
      text,
      new RegExp(`^Your account is ready\\.\\n\\nPlease confirm your e-mail address: ${link}$`),
    )
  })

  it('tells of an export, with the name of the event and the link', async () => {
    const { email, ...rest } = await signUp(service)
    const event = await make(service, { email, ...rest }, 'event', { name: 'Tea & <Talk>' })
    await exportArchive(service, { email, ...rest }, event.id)
    const [{ result }] = (await service.db.query<Json>(
      sql`select result from tasks where user_id = ${rest.id} and name = 'export.event'`,
    )) as [Json]

    const [, received] = await mail.until(email, 2)

    const { from, to, subject, text, html } = received!
    const url = result.download_url
    assert.deepEqual(
      { from, to, subject, text, html },
      {
        from: FROM,
        to: [email],
        subject: 'The export of Tea & <Talk> is ready',
        text: `The export of Tea & <Talk> is ready: ${url}`,
        html: `<p>The export of Tea &amp; &lt;Talk&gt; is ready: <a href="${url}">${url}</a></p>`,
      },
    )
  })

  it('tells of a failed export, with the name of the event and the text', async () => {
    const api = await startTestService({ MAIL_URL: mail.url, MAIL_FROM: FROM })
    const author = await signUp(api, 'author@plenum.test')
    const event = await make(api, author, 'event', { name: 'Gone' })
    const { body } = await api.call('POST', `/v1/events/${event.id}/export/json`, { as: author, body: {} })
    await api.call('DELETE', `/v1/events/${event.id}`, { as: author })
    await startWorker(api)
    await finished(api, body.task_url)

    const received = await mail.until(author.email, 2)

    assert.deepEqual(received.map(({ subject }) => subject).sort(), [
      'The export of Gone failed',
      'Welcome to Plenum: please confirm your e-mail address',
    ])
    const failure = received.find(({ subject }) => subject === 'The export of Gone failed')!
    assert.equal(failure.text, 'The export of Gone failed: The event was not found.')
  })

  it('tells of an import, with the name of the event and the address of its page', async () => {
    const user = await signUp(service)
    const { result } = await importArchive(service, user, archiveOf('Conference'))

    const [, received] = await mail.until(user.email, 2)

    const { subject, text } = received!
    assert.deepEqual(
      [subject, text],
      ['Conference was imported', `The event Conference was imported: ${result.url}`],
    )
  })

  it('tells of a failed import, with the text', async () => {
    const user = await signUp(service)
    await importArchive(service, user, archiveOf(''))

    const [, received] = await mail.until(user.email, 2)

    assert.deepEqual(
      [received!.subject, received!.text],
      [
        'The import of your event failed',
        'The import failed and nothing was changed: File event, ID 1: name is required',
      ],
    )
  })

  it('goes to its recipient alone, whatever the name of an event holds', async () => {
    const user = await signUp(service)
    await importArchive(service, user, archiveOf('A\r\nBcc: eve@example.org\r\n\r\nHello'))

    const [, received] = await mail.until(user.email, 2)

    assert.deepEqual([received!.to, received!.subject], [[user.email], 'A Bcc: Hello was imported'])
  })
})

describe('sending', () => {
  it('is tried again when the server refuses for now, and not after it has taken the mail', async () => {
    mail.refuse('busy@plenum.test', 451, 2)
    await signUp(service, 'busy@plenum.test')

    const refused = await until(
      'busy@plenum.test',
      ([one]) => one?.attempts === 1 && one.status === 'pending',
    )
    await hurry()
    await until('busy@plenum.test', ([one]) => one?.attempts === 2 && one.status === 'pending')
    await hurry()
    const sent = await until('busy@plenum.test', (mails) => mails.every(isSent))
    await hurry()
    await service.db.query(sql`select pg_notify('plenum_mail', '')`)
    await signUp(service, 'next@plenum.test')
    await mail.until('next@plenum.test', 1)

    assert.match(refused[0].error, /451/)
    assert.deepEqual(sent, [{ action: 'user_registration', status: 'sent', attempts: 3, error: null }])
    assert.equal((await mail.until('busy@plenum.test', 1)).length, 1)
  })

  it('is not repeated when the database is away at the moment when the mail is out', async () => {
    const email = 'sent-unnoted@plenum.test'
    // Sequences do not go back with their transaction.
    await service.db.query(sql`create sequence notes`)
    await service.db.query(sql`create function be_away() returns trigger language plpgsql as $$
      begin
        if nextval('notes') <= 2 then raise exception 'away' using errcode = 'admin_shutdown'; end if;
        return new;
      end $$`)
    await service.db.query(sql`create trigger be_away before update on mails for each row
      when (new.status = 'sent' and new.recipient = 'sent-unnoted@plenum.test') execute function be_away()`)

    await signUp(service, email)
    const [noted] = await until(
      email,
      ([first]) => first?.status === 'sent' || (first?.status === 'pending' && first.attempts > 0),
    )

    assert.deepEqual(noted, { action: 'user_registration', status: 'sent', attempts: 1, error: null })
    assert.equal((await mail.until(email, 1)).length, 1)
  })

  it('is given up when the server refuses the recipient for good', async () => {
    mail.refuse('nobody@plenum.test', 550, 99)
    await signUp(service, 'nobody@plenum.test')

    const [one] = await until('nobody@plenum.test', ([first]) => first?.status === 'failed')

    assert.deepEqual([one.attempts, /550/.test(one.error)], [1, true])
  })

  it('is done once by several processes', async () => {
    const others = [await startWorker(service), await startWorker(service)]
    const addresses = Array.from({ length: 40 }, (_, n) => `many${n}@plenum.test`)
    await service.db.query(sql`insert into mails (recipient, action, subject, message)
      select unnest(${addresses}::text[]), 'test', 'Test', '<p>Test</p>'`)

    for (const address of addresses) await mail.until(address, 1)
    for (const address of addresses) await until(address, (mails) => mails.every(isSent))
    for (const other of others) await other.close()

    const received = mail.received.filter(({ subject }) => subject === 'Test')
    assert.deepEqual(received.map(({ to }) => to[0]).sort(), addresses.sort())
    assert.equal(new Set(received.map(({ id }) => id)).size, 40)
  })
})

describe('a release of the schedule', () => {
  it('sends one mail to each speaker whose sessions it adds, moves or removes, with a calendar', async () => {
    const event = linkTo(await make(service, admin, 'event', { name: 'Tea', timezone: 'Europe/Berlin' }))
    const hall = linkTo(await make(service, admin, 'microlocation', { name: 'Hall' }, { event }))
    const speaker = (name: string) =>
      make(service, admin, 'speaker', { name, email: `${name}@speakers.test` }, { event })
    const [ada, grace, mary, edith] = [
      await speaker('ada'),
      await speaker('grace'),
      await speaker('mary'),
      await speaker('edith'),
    ]
    const session = (title: string, hour: number, ...speakers: Json[]) =>
      make(
        service,
        admin,
        'session',
        { title, 'starts-at': `2030-05-01T${hour}:00:00Z`, 'ends-at': `2030-05-01T${hour}:30:00Z` },
        { event, microlocation: hall, speakers: speakers.map(linkTo) },
      )
    const change = ({ type, id, links }: Json, attributes: Json) =>
      service.call('PATCH', links.self, { as: admin, body: { data: { type, id, attributes } } })
    const moved = await session('Moved at www.example.org', 10, ada, grace)
    const removed = await session('Removed', 11, mary)
    await session('Stays', 12, edith)
    await make(service, admin, 'schedule-release', {}, { event })
    await change(moved, { 'starts-at': '2030-05-01T14:00:00Z', 'ends-at': '2030-05-01T14:30:00Z' })
    await change(removed, { state: 'rejected' })
    const added = await session('Added', 15, grace)

    await make(service, admin, 'schedule-release', { 'send-emails': true }, { event })

    const [[toAda], [toGrace], [toMary]] = [
      await mail.until('ada@speakers.test', 1),
      await mail.until('grace@speakers.test', 1),
      await mail.until('mary@speakers.test', 1),
    ]
    assert.equal(toAda!.subject, 'Your sessions in the schedule of Tea')
    assert.match(toAda!.text, /^Moved: Moved at: 2030-05-01, 16:00 to 16:30 \(Europe\/Berlin\), Hall$/m)
    assert.match(toGrace!.text, /^Scheduled: Added: 2030-05-01, 17:00 to 17:30 \(Europe\/Berlin\), Hall$/m)
    assert.match(toMary!.text, /^Removed: Removed$/m)
    const eventsIn = ({ calendar = '' }: { calendar?: string }) =>
      [...calendar.matchAll(/^UID:(.*)\r\n[\s\S]*?^DTSTART;(.*)\r\n[\s\S]*?^STATUS:(.*)\r$/gm)].map(
        ([, ...parts]) => parts,
      )
    const guidOf = ({ attributes }: Json) => attributes.guid
    assert.deepEqual(eventsIn(toGrace!), [
      [guidOf(moved), 'TZID=Europe/Berlin:20300501T160000', 'CONFIRMED'],
      [guidOf(added), 'TZID=Europe/Berlin:20300501T170000', 'CONFIRMED'],
    ])
    assert.deepEqual(eventsIn(toMary!), [
      [guidOf(removed), 'TZID=Europe/Berlin:20300501T130000', 'CANCELLED'],
    ])
    const told = await service.db.query<Json>(
      sql`select recipient from mails where action = 'schedule_release' order by recipient`,
    )
    assert.deepEqual(
      told.map(({ recipient }) => recipient),
      ['ada', 'grace', 'mary'].map((name) => `${name}@speakers.test`),
    )
  })
})

describe('the record of mails', () => {
  it('is for staff', async () => {
    const user = await signUp(service)
    const login = 'Log in first: send the header "Authorization: JWT <access token>".'
    const { body } = await service.call('GET', '/v1/mails?sort=-id&page[size]=1', { as: admin })

    const [{ id, attributes }] = body.data
    assert.deepEqual(attributes, {
      recipient: user.email,
      time: attributes.time,
      action: 'user_registration',
      subject: 'Welcome to Plenum: please confirm your e-mail address',
      message: attributes.message,
      text: null,
      status: attributes.status,
      'sent-at': attributes['sent-at'],
      error: null,
    })
    assert.match(attributes.time, MOMENT)
    assertRefused(await service.call('GET', '/v1/mails'), 401, login)
    for (const url of ['/v1/mails', `/v1/mails/${id}`])
      assert.equal((await service.call('GET', url, { as: user })).status, 403)
  })
})
