/** Nobody uses the mails of the service against others: how many there are, what stands in them, and where they go. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type LIMITS, limit } from '../../src/access/limits.ts'
import { named } from '../../src/mail/named.ts'
import { mailsTo } from '../support/mails.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ TRUST_PROXY: '1' })
const admin = await logInAdmin(service)
const owner = await signUp(service)
const event = await make(service, owner, 'event')

let hosts = 0
const newNetwork = () => `10.2.0.${++hosts}`
const from = (ip: string) => ({ 'x-forwarded-for': ip })

/** As if so many had been asked for. */
async function spend(name: keyof typeof LIMITS, ...of: string[]): Promise<void> {
  const { key, most } = limit(name, ...of)
  await service.db.query(sql`insert into rate_limits (key, count, expires_at)
    values (lower(${key}), ${most}, now() + interval '1 hour')`)
}

function register(email: unknown, ip = newNetwork()): Promise<Answer> {
  const body = { data: { type: 'user', attributes: { email, password: PASSWORD } } }
  return service.call('POST', '/v1/users', { body, headers: from(ip) })
}

function invite(email: string, { as = owner, ip = newNetwork(), at = event as Json } = {}): Promise<Answer> {
  const body = bodyOf('role-invite', { email }, { event: linkTo(at) })
  return service.call('POST', '/v1/role-invites', { as, body, headers: from(ip) })
}

describe('mails are limited', () => {
  it('at sign-up by network, as a whole one of IPv6, and by recipient', async () => {
    await spend('sign-up from a network', '2001:db8:7:7::/64')
    await spend('account mail to an address', 'flooded@plenum.test')

    const answers = [
      await register('a1@plenum.test', '2001:db8:7:7::5'),
      await register('Flooded@plenum.test'),
      await register('a2@plenum.test'),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 429, 201],
    )
    assert.deepEqual(await mailsTo(service, 'flooded@plenum.test'), [])
  })

  it('of invitations by sender, by network and by recipient', async () => {
    const sender = await signUp(service)
    await giveRole(service, sender, event.id, 'organizer')
    const network = newNetwork()
    await spend('invitation by a user', sender.id)
    await spend('invitation from a network', network)
    await spend('invitation to an address', 'popular@plenum.test')

    const answers = [
      await invite('b1@plenum.test', { as: sender }),
      await invite('b2@plenum.test', { ip: network }),
      await invite('POPULAR@plenum.test'),
      await invite('b3@plenum.test'),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 429, 429, 201],
    )
  })

  it('about sessions by whoever sets them off, and the change is not made', async () => {
    const links = { event: linkTo(event) }
    const speaker = await make(service, owner, 'speaker', { email: 'speaker@plenum.test' }, links)
    const session = await make(
      service,
      owner,
      'session',
      { state: 'pending' },
      { ...links, speakers: [linkTo(speaker)] },
    )
    await spend('session mail by a user to an address', owner.id, 'speaker@plenum.test')
    const judge = (state: string, isMailed: boolean) =>
      service.call('PATCH', `/v1/sessions/${session.id}`, {
        as: owner,
        body: {
          data: { type: 'session', id: session.id, attributes: { state, 'send-email': isMailed } },
        },
      })

    const mailed = await judge('accepted', true)
    const quiet = await judge('rejected', false)

    assert.deepEqual([mailed.status, quiet.status, quiet.body.data.attributes.state], [429, 200, 'rejected'])
    assert.deepEqual(await mailsTo(service, 'speaker@plenum.test'), [])
  })
})

describe('a name in a mail', () => {
  it('is one line without links, and not long', () => {
    const names = {
      'Moon & Stars 2.0': 'Moon & Stars 2.0',
      'Buy at https://evil.example/pills now': 'Buy at now',
      'Buy at www.evil.example': 'Buy at',
      'Buy at evil-shop.com/x?y, or shop.evil.co.uk!': 'Buy at evil-shop or shop!',
      'Write to sales@evil.example': 'Write to',
      'JSConf.EU': 'JSConf',
      'evil。com and ｅvil．com': 'evil and ｅvil',
      'ev\u200bil.com\u202e': 'evil',
      'Tea\r\nBcc: eve@example.org\r\n\r\nHello': 'Tea Bcc: Hello',
      'mailto:eve tel:123': '(no name)',
      '\u0000\u0007\u2028': '(no name)',
    }

    assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, named(name)])), names)
    assert.equal(named('ab '.repeat(400)), `${'ab '.repeat(26)}a…`)
  })

  it('of an event in an invitation is no advertisement', async () => {
    const at = await make(service, owner, 'event', {
      name: 'Cheap pills https://evil.example\r\nBcc: x@y.org',
    })

    await invite('target@plenum.test', { at })

    const [mail] = await mailsTo(service, 'target@plenum.test')
    assert.equal(mail!.subject, 'Invitation to Cheap pills Bcc: as coorganizer')
    assert.match(mail!.message, /^<p>You are invited to the event Cheap pills Bcc: with the role/)
    assert.doesNotMatch(mail!.message, /evil|y\.org/)
  })
})

describe('an e-mail address', () => {
  const hidden = [
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2066',
    '\u00ad',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u0007',
    '\u2800',
  ]

  it('with signs that cannot be seen is refused, wherever one is sent', async () => {
    const plain = { pointer: '/email' }
    const text = 'email must not contain invisible characters'
    const post = (url: string, body: Json) => service.call('POST', url, { body, headers: from(newNetwork()) })
    for (const sign of hidden)
      for (const email of [`a${sign}da@plenum.test`, `ada@plenum.test${sign}`, `${sign}ada@plenum.test`]) {
        const { status, body } = await register(email)
        assert.deepEqual([status, body.errors[0].source], [422, { pointer: '/data/attributes/email' }], email)
        assertRefused(await post('/v1/auth/login', { email, password: 'x' }), 422, text, plain)
      }
    const email = 'ada\u200b@plenum.test'
    for (const url of ['/v1/auth/reset-password', '/v1/auth/resend-verification-email'])
      assertRefused(await post(url, { data: { email } }), 422, text, plain)
    assertRefused(await post('/v1/users/check_email', { email }), 422, text, plain)
    assert.equal((await invite(email)).status, 422)
  })

  it('with line breaks, several addresses or a name beside it is refused', async () => {
    for (const email of [
      'ada@plenum.test\r\nBcc: eve@plenum.test',
      'ada@plenum.test,eve@plenum.test',
      'Ada <ada@plenum.test>',
      'ada@plenum.test\0',
      'ada@plenum.test\nSubject: hello',
    ])
      assert.equal((await register(email)).status, 422, email)
    const mails = await service.call('GET', '/v1/mails?filter[recipient]=eve@plenum.test', {
      as: admin as Caller,
    })
    assert.deepEqual(mails.body.data, [])
  })
})
