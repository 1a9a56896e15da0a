/** Guesses are counted by network and by what is guessed; the limits stand in src/access/limits.ts. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { LIMITS, limit } from '../../src/access/limits.ts'
import { linkTo, make } from '../support/make.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { type Answer, startTestService } from '../support/service.ts'

const service = await startTestService({ TRUST_PROXY: '1' })

let hosts = 0
const newNetwork = () => `10.1.${Math.floor(++hosts / 250)}.${hosts % 250}`
const from = (ip: string) => ({ 'x-forwarded-for': ip })

function logInFrom(ip: string, email: string, password = 'wrong'): Promise<Answer> {
  return service.call('POST', '/v1/auth/login', { body: { email, password }, headers: from(ip) })
}

/** The statuses of so many requests, one after another, with how often each came. */
async function statusesOf(
  times: number,
  ask: (n: number) => Promise<Answer>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let n = 0; n < times; n++) {
    const { status } = await ask(n)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** As if so many had been tried. */
async function spend(name: keyof typeof LIMITS, ...of: string[]): Promise<void> {
  const { key, most, window } = limit(name, ...of)
  await service.db.query(sql`insert into rate_limits (key, count, expires_at)
    values (lower(${key}), ${most}, now() + make_interval(secs => ${window}))
    on conflict (key) do update set count = excluded.count, expires_at = excluded.expires_at`)
}

test('ten wrong passwords from one network do not lock the owner out who comes from another', async () => {
  const { email } = await signUp(service)
  const elsewhere = newNetwork()

  const guesses = await statusesOf(12, () => logInFrom(elsewhere, email))
  const owner = await logInFrom(newNetwork(), email, PASSWORD)

  assert.deepEqual([guesses, owner.status], [{ 401: 10, 429: 2 }, 200])
})

test('guesses from many networks are stopped, but not the owner in a network of former log-ins', async () => {
  const { email } = await signUp(service)
  const home = newNetwork()
  await logInFrom(home, email, PASSWORD)
  await spend('password of an account', email)

  const stranger = await logInFrom(newNetwork(), email, PASSWORD)
  const owner = await logInFrom(home, email, PASSWORD)

  assert.deepEqual([stranger.status, owner.status], [429, 200])
})

test('a network of log-ins is kept as a digest, another one for each user', async () => {
  const network = newNetwork()
  for (const { email } of [await signUp(service), await signUp(service)])
    await logInFrom(network, email, PASSWORD)

  const rows = await service.db.query<{ network: string }>(
    sql`select network from logins order by created_at desc limit 2`,
  )

  assert.equal(new Set(rows.map((row) => row.network)).size, 2)
  for (const row of rows) assert.match(row.network, /^[A-Za-z0-9+/]{43}=$/)
})

test('addresses of one network of IPv6 count together, and a mapped one counts as what it stands for', async () => {
  const { email } = await signUp(service)

  const six = await statusesOf(12, (n) => logInFrom(`2001:db8:1:2:${n}::1`, email))
  const mapped = await statusesOf(12, (n) => logInFrom(n % 2 ? '::ffff:192.0.2.7' : '192.0.2.7', email))

  assert.deepEqual(
    [six, mapped],
    [
      { 401: 10, 429: 2 },
      { 401: 10, 429: 2 },
    ],
  )
})

test('one network guesses at all accounts together only so often', async () => {
  const network = newNetwork()
  await spend('password from a network', network)

  const { status } = await logInFrom(network, 'anyone@plenum.test')

  assert.equal(status, 429)
})

test('an address counts as one however its letters are written, as the database compares them', async () => {
  const { email } = await signUp(service, 'İLSE.ÉMILE@plenum.test')
  const [row] = await service.db.query<{ lower: string }>(sql`select lower(${email})`)
  const network = newNetwork()

  const guesses = await statusesOf(12, (n) => logInFrom(network, n % 2 ? email : row!.lower))

  assert.deepEqual(guesses, { 401: 10, 429: 2 })
})

test('wrong passwords of a logged-in user count like those of a log-in', async () => {
  const user = await signUp(service)
  const network = newNetwork()
  const verify = () =>
    service.call('POST', '/v1/auth/verify-password', {
      as: user,
      body: { password: 'wrong' },
      headers: from(network),
    })

  const guesses = await statusesOf(11, verify)
  const change = await service.call('POST', '/v1/auth/change-password', {
    as: user,
    body: { 'old-password': PASSWORD, 'new-password': 'another good password' },
    headers: from(network),
  })

  assert.deepEqual(
    [guesses, change.status, (await logInFrom(network, user.email)).status],
    [{ 200: 10, 429: 1 }, 429, 429],
  )
})

for (const path of ['reset-password', 'resend-verification-email'])
  test(`mails by ${path} are limited by address and network, by address and by network`, async () => {
    const ask = (email: string, ip: string) =>
      service.call('POST', `/v1/auth/${path}`, { body: { data: { email } }, headers: from(ip) })
    const user = await signUp(service)
    const [network, spent] = [newNetwork(), newNetwork()]
    const { most } = LIMITS['account mail to an address from a network']
    await spend('account mail from a network', spent)

    const asked = await statusesOf(most + 1, (n) =>
      ask(n % 2 ? user.email.toUpperCase() : user.email, network),
    )
    const elsewhere = await ask(user.email, newNetwork())
    await spend('account mail to an address', user.email)
    const flooded = await ask(user.email, newNetwork())

    assert.deepEqual(asked, { 200: most, 429: 1 })
    assert.deepEqual(
      [elsewhere.status, flooded.status, (await ask('anyone@plenum.test', spent)).status],
      [200, 429, 429],
    )
  })

test('whether addresses have accounts is asked only so often from one network', async () => {
  const ask = (ip: string) =>
    service.call('POST', '/v1/users/check_email', { body: { email: 'a@plenum.test' }, headers: from(ip) })
  await spend('address looked up from a network', '2001:db8:9:9::/64')

  assert.deepEqual([(await ask('2001:db8:9:9::7')).status, (await ask(newNetwork())).status], [429, 200])
})

test('the codes of an event are guessed only so often from all networks together', async () => {
  const owner = await signUp(service)
  const [event, other] = [await make(service, owner, 'event'), await make(service, owner, 'event')]
  for (const one of [event, other])
    await make(service, owner, 'discount-code', { code: 'EARLY' }, { event: linkTo(one) })
  const look = (id: string, code: string) =>
    service.call('GET', `/v1/events/${id}/discount-codes/${code}`, { headers: from(newNetwork()) })
  await spend('code of an event', event.id)
  await service.db.query(sql`update rate_limits set count = count - 2
    where key = ${limit('code of an event', event.id).key}`)

  const answers = await statusesOf(4, () => look(event.id, 'GUESS'))

  assert.deepEqual(answers, { 404: 2, 429: 2 })
  assert.equal((await look(other.id, 'EARLY')).status, 200)
})

test('codes are guessed by a whole network of IPv6 together', async () => {
  const owner = await signUp(service)
  const { id } = await make(service, owner, 'event')
  const { most } = LIMITS['code of an event from a network']

  const answers = await statusesOf(most + 2, (n) =>
    service.call('GET', `/v1/events/${id}/access-codes/GUESS`, { headers: from(`2001:db8:5:5::${n}`) }),
  )

  assert.deepEqual(answers, { 404: most, 429: 2 })
})

test('the guide for administrators tells all limits', async () => {
  const guide = await readFile(new URL('../../docs/administration.md', import.meta.url), 'utf8')
  const [section = ''] = guide.split('\n## Limits\n')[1]!.split('\n## ')
  const rows = section.matchAll(/^\| .* \| ([\d,]+) \| (\d+) (minute|hour)s? \|$/gm)

  const told = [...rows].map(([, most, count, unit]) => ({
    most: Number(most!.replace(',', '')),
    window: Number(count) * (unit === 'hour' ? 3600 : 60),
  }))

  assert.deepEqual(told, Object.values(LIMITS))
})
