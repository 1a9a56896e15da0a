/** API tokens: what each scope opens, and what no token does. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { resources } from '../../src/resources/all.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const stranger = await signUp(service)
const event = await make(service, owner, 'event', { name: 'Tea Days' })
const other = await make(service, owner, 'event', { name: 'Coffee Days' })
const session = await make(service, owner, 'session', {}, { event: linkTo(event) })

type Attributes = Record<string, unknown>

function ask(as: Caller, attributes: Attributes, events?: Json[]): Promise<Answer> {
  const relationships = events && { events: { data: events.map(linkTo) } }
  const body = { data: { type: 'api-token', attributes: { name: 'CI', ...attributes }, relationships } }
  return service.call('POST', '/v1/api-tokens', { as, body })
}

async function tokenOf(as: Caller, scopes: string[], events?: Json[]): Promise<Json> {
  const answer = await ask(as, { scopes }, events)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

const call = (method: string, url: string, token: Json, body?: unknown) =>
  service.call(method, url, { body, headers: { authorization: `Bearer ${token.attributes.token}` } })

const detailOf = ({ status, body }: Answer) => [status, body.errors?.[0].detail]
const lacks = (scope: string) => {
  const [, wider] = scope.split(':')
  return [403, `The API token needs the scope ${scope}${wider ? ` or ${wider}` : ''}.`]
}

describe('a new API token', () => {
  it('is shown once, and kept as a hash', async () => {
    const { status, body } = await ask(
      owner,
      { scopes: ['session:read'], 'expires-at': '2099-01-01T00:00:00Z' },
      [event],
    )
    const { id, attributes, relationships } = body.data
    const { token, 'created-at': createdAt, ...shown } = attributes
    const read = await service.call('GET', `/v1/api-tokens/${id}`, { as: owner })
    const listed = await service.call('GET', '/v1/api-tokens', { as: owner })
    const [row] = await service.db.query<Json>(sql`select * from api_tokens where id = ${id}`)

    assert.equal(status, 201)
    assert.match(token, /^plenum_[\w-]{43}$/)
    const expected = {
      name: 'CI',
      scopes: ['session:read'],
      'expires-at': '2099-01-01T00:00:00+00:00',
      'last-used-at': null,
    }
    assert.deepEqual(shown, expected)
    assert.deepEqual(relationships.user.data, { type: 'user', id: owner.id })
    assert.deepEqual(read.body.data.attributes, { ...expected, 'created-at': createdAt })
    assert.ok(!JSON.stringify([read.body, listed.body, row]).includes(token))
  })

  it('has scopes that there are', async () => {
    const refusals = await Promise.all(
      [['nothing'], [], ['read', 'read'], 'read', ['teapot:read'], ['session:delete'], undefined].map(
        async (scopes) => {
          const { status, body } = await ask(owner, { scopes })
          return [status, body.errors[0].source.pointer]
        },
      ),
    )

    assert.deepEqual(refusals, Array(7).fill([422, '/data/attributes/scopes']))
  })

  it('does not end before it begins', async () => {
    const { status, body } = await ask(owner, { scopes: ['read'], 'expires-at': '2020-01-01T00:00:00Z' })

    assert.deepEqual([status, body.errors[0].detail], [422, 'expires-at must be in the future'])
  })

  it('belongs to its user: others do not know of it', async () => {
    const token = await tokenOf(owner, ['read'])
    const url = `/v1/api-tokens/${token.id}`
    const statuses = [
      (await service.call('GET', url, { as: stranger })).status,
      (await service.call('DELETE', url, { as: stranger })).status,
      (await service.call('GET', '/v1/api-tokens', { as: await signUp(service) })).body.data.length,
    ]

    assert.deepEqual(statuses, [404, 404, 0])
  })

  it('is one of at most a hundred', async () => {
    const collector = await signUp(service)
    await service.db.query(sql`insert into api_tokens (user_id, name, scopes)
      select ${collector.id}, 'old', '["read"]' from generate_series(1, 100)`)

    assert.deepEqual(detailOf(await ask(collector, { scopes: ['read'] })), [
      422,
      'you have 100 API tokens already; revoke one first',
    ])
  })
})

describe('every route', async () => {
  const scopes = ['read', 'write', 'export', 'import', 'upload']
  const walker = await tokenOf(stranger, ['read'])
  const walkerWith = async (some: string[]) => {
    await service.db.query(
      sql`update api_tokens set scopes = ${JSON.stringify(some)} where id = ${walker.id}`,
    )
    return walker
  }
  const isOpenToAny = (scope: string) => scope === 'any' || scope === 'none'

  it('needs a scope that tokens can have, by what it reads or writes', () => {
    const types = new Set(resources.map(({ type }) => type))
    const wrong = service.routes.filter(({ method, scope }) => {
      const [type, verb] = scope.split(':')
      if (verb === undefined) return !isOpenToAny(scope) && !scopes.includes(scope)
      return !types.has(type!) || (verb === 'read') !== (method === 'GET')
    })

    assert.deepEqual(wrong, [])
  })

  for (const scope of [...new Set(service.routes.map((route) => route.scope))].filter(
    (one) => one !== 'any',
  )) {
    it(`that needs ${scope} is closed to tokens with all other scopes`, async () => {
      const [type, verb] = scope.split(':')
      const others = [
        ...scopes.filter((one) => one !== scope && one !== verb),
        ...['session', 'track']
          .flatMap((one) => [`${one}:read`, `${one}:write`])
          .filter((one) => one !== scope),
        ...(verb ? [`${type}:${verb === 'read' ? 'write' : 'read'}`] : []),
      ]
      const token = await walkerWith([...new Set(others)])
      const routes = service.routes.filter((route) => route.scope === scope)
      const answers = await Promise.all(
        routes.map(async ({ method, url }) => [
          `${method} ${url}`,
          ...detailOf(await call(method, addressOf(url), token)),
        ]),
      )

      const refusal =
        scope === 'none' ? [403, 'API tokens cannot be used here. Log in with a password.'] : lacks(scope)
      assert.deepEqual(
        answers,
        routes.map(({ method, url }) => [`${method} ${url}`, ...refusal]),
      )
    })
  }

  for (const scope of [...new Set(service.routes.map((route) => route.scope))].filter(
    (one) => !isOpenToAny(one),
  )) {
    it(`that needs ${scope} is open to a token with it, and to one with the wider scope`, async () => {
      const [, verb] = scope.split(':')
      for (const one of [scope, ...(verb ? [verb] : [])]) {
        const token = await walkerWith([one])
        for (const { method, url } of service.routes.filter((route) => route.scope === scope)) {
          const [status, detail] = detailOf(await call(method, addressOf(url), token))
          assert.ok(
            status !== 401 && !/API token/.test(detail ?? ''),
            `${method} ${url}: ${status} ${detail}`,
          )
        }
      }
    })
  }

  it('does the same for a token as for a log-in where no caller is asked for', async () => {
    const token = await tokenOf(stranger, ['session:read'])

    assert.equal((await call('GET', '/healthz', token)).status, 200)
  })
})

/** Of no record: what is refused by its scope is refused before anything is looked up. */
function addressOf(url: string): string {
  return url.replace('*', 'nothing').replace(/:\w+/g, '999999')
}

describe('a token', () => {
  it('reads what its scopes name, and includes, filters and sorts by nothing else', async () => {
    const token = await tokenOf(owner, ['session:read'])
    const url = `/v1/sessions/${session.id}`
    const byTrack = encodeURIComponent(
      JSON.stringify([{ name: 'track', op: 'has', val: { name: 'name', op: 'eq', val: 'x' } }]),
    )

    assert.equal((await call('GET', url, token)).body.data.attributes.title, 'Keynote')
    assert.deepEqual(detailOf(await call('GET', `${url}?include=track`, token)), lacks('track:read'))
    assert.deepEqual(detailOf(await call('GET', `${url}/track`, token)), lacks('track:read'))
    assert.deepEqual(detailOf(await call('GET', '/v1/sessions?sort=track.name', token)), lacks('track:read'))
    assert.deepEqual(
      detailOf(await call('GET', `/v1/sessions?filter=${byTrack}`, token)),
      lacks('track:read'),
    )
    assert.deepEqual(detailOf(await call('PATCH', url, token, { data: {} })), lacks('session:write'))
  })

  it('that may not read what it asks to include writes nothing', async () => {
    const token = await tokenOf(owner, ['session:write'])
    const body = bodyOf('session', { title: 'Unwritten' }, { event: linkTo(event) })
    const answer = await call('POST', '/v1/sessions?include=track', token, body)

    assert.deepEqual(detailOf(answer), lacks('track:read'))
    assert.deepEqual(await service.db.query(sql`select 1 from sessions where title = 'Unwritten'`), [])
  })

  it('needs the scope of the records that a relationship changes', async () => {
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    const url = `/v1/tracks/${track.id}/relationships/sessions`
    const body = { data: [linkTo(session)] }

    assert.deepEqual(
      detailOf(await call('POST', url, await tokenOf(owner, ['track:write']), body)),
      lacks('session:write'),
    )
    assert.equal((await call('POST', url, await tokenOf(owner, ['write']), body)).status, 200)
  })

  it('never does what its user may not do at that moment', async () => {
    const helper = await signUp(service)
    const role = (await service.call('GET', '/v1/roles?page[size]=0')).body.data.find(
      ({ attributes }: Json) => attributes.name === 'coorganizer',
    )
    const links = { event: linkTo(event), user: { type: 'user', id: helper.id }, role: linkTo(role) }
    const token = await tokenOf(helper, ['read', 'write'])
    const body = { data: { type: 'session', id: session.id, attributes: { title: 'By a helper' } } }
    const url = `/v1/sessions/${session.id}`

    const before = await call('PATCH', url, token, body)
    const given = await make(service, admin, 'users-events-roles', {}, links)
    const meanwhile = await call('PATCH', url, token, body)
    await service.call('DELETE', `/v1/users-events-roles/${given.id}`, { as: admin })
    const after = await call('PATCH', url, token, body)

    assert.deepEqual([before.status, meanwhile.status, after.status], [403, 200, 403])
    assert.equal((await call('GET', '/v1/users', token)).status, 403)
  })

  it('of staff is staff, and of a blocked or deleted user is nothing', async () => {
    const leaving = await signUp(service)
    const blocked = await tokenOf(leaving, ['read'])
    const of = {
      as: admin,
      body: { data: { type: 'user', id: leaving.id, attributes: { 'is-blocked': true } } },
    }

    assert.equal((await call('GET', '/v1/users', await tokenOf(admin, ['user:read']))).status, 200)
    await service.call('PATCH', `/v1/users/${leaving.id}`, of)
    assert.equal((await call('GET', '/v1/events', blocked)).status, 401)
  })

  it('is refused at once when it is revoked, expired or wrong', async () => {
    const [revoked, expired] = [await tokenOf(owner, ['read']), await tokenOf(owner, ['read'])]
    await service.call('DELETE', `/v1/api-tokens/${revoked.id}`, { as: owner })
    await service.db.query(sql`update api_tokens set expires_at = now() where id = ${expired.id}`)
    const wrong = [
      revoked,
      expired,
      { attributes: { token: `plenum_${'x'.repeat(43)}` } },
      { attributes: { token: 'plenum_x' } },
    ]

    for (const token of wrong)
      assert.deepEqual(detailOf(await call('GET', '/v1/events', token)), [
        401,
        'This API token is unknown, revoked or expired.',
      ])
  })

  it('makes no tokens and revokes none', async () => {
    const token = await tokenOf(admin, ['read', 'write'])
    const refusal = [403, 'API tokens cannot be used here. Log in with a password.']

    assert.deepEqual(detailOf(await call('POST', '/v1/api-tokens', token, { data: {} })), refusal)
    assert.deepEqual(detailOf(await call('DELETE', `/v1/api-tokens/${token.id}`, token)), refusal)
    assert.equal((await call('GET', `/v1/api-tokens/${token.id}`, token)).status, 200)
  })

  it('changes the profile of its user, but neither password nor address', async () => {
    const token = await tokenOf(stranger, ['user:write'])
    const change = (attributes: Attributes) =>
      call('PATCH', `/v1/users/${stranger.id}`, token, {
        data: { type: 'user', id: stranger.id, attributes },
      })

    assert.equal((await change({ 'first-name': 'Ada', email: stranger.email })).status, 200)
    const address = await change({ email: 'new@example.org', 'current-password': PASSWORD })
    assert.deepEqual(detailOf(address), [
      403,
      'An API token cannot change an e-mail address. Log in with a password.',
    ])
    const body = { data: { 'old-password': PASSWORD, 'new-password': 'another password' } }
    assert.equal((await call('POST', '/v1/auth/change-password', token, body)).status, 403)
  })

  it('notes when it was last used, once in a minute, and is found by one statement', async () => {
    const token = await tokenOf(owner, ['read'])
    const usedAt = async () =>
      (await service.call('GET', `/v1/api-tokens/${token.id}`, { as: owner })).body.data.attributes[
        'last-used-at'
      ]
    await call('GET', '/v1/event-types', token)
    const first = await usedAt()
    const statements = await statementsOf(() => call('GET', '/v1/event-types', token))
    const asUser = await statementsOf(() => service.call('GET', '/v1/event-types', { as: owner }))

    assert.notEqual(first, null)
    assert.equal(await usedAt(), first)
    assert.equal(statements.length, asUser.length)
  })
})

describe('a token for some events', () => {
  const refusal = [403, 'This API token is limited to other events.']
  const beyond = [403, 'This API token is limited to its events, and this request is about more than those.']

  it('is refused at all others, public as they may be', async () => {
    const foreign = await make(service, owner, 'session', {}, { event: linkTo(other) })
    for (const as of [owner, admin, stranger]) {
      const token = await tokenOf(as, ['read', 'write', 'export', 'import'], [event])
      const body = (type: string, { id }: Json) => ({
        data: { type, id, attributes: { name: 'x', title: 'x' } },
      })

      assert.deepEqual(detailOf(await call('GET', `/v1/events/${other.id}`, token)), refusal)
      assert.deepEqual(detailOf(await call('GET', `/v1/sessions/${foreign.id}`, token)), refusal)
      assert.deepEqual(
        detailOf(await call('PATCH', `/v1/events/${other.id}`, token, body('event', other))),
        refusal,
      )
      assert.deepEqual(detailOf(await call('DELETE', `/v1/sessions/${foreign.id}`, token)), refusal)
      assert.deepEqual(detailOf(await call('POST', `/v1/events/${other.id}/export/json`, token)), refusal)
      const created = bodyOf('session', {}, { event: linkTo(other) })
      assert.deepEqual(detailOf(await call('POST', '/v1/sessions', token, created)), refusal)
      assert.deepEqual(detailOf(await call('GET', '/v1/sessions/999999', token)), [
        404,
        'The object was not found.',
      ])
    }
  })

  it('lists what belongs to its events', async () => {
    const token = await tokenOf(owner, ['read'], [event])
    const { body } = await call('GET', '/v1/events', token)

    assert.deepEqual(
      body.data.map(({ id }: Json) => id),
      [event.id],
    )
  })

  it('has the rights of its user there, and nothing that is about more', async () => {
    const token = await tokenOf(admin, ['read', 'write', 'import'], [event])
    const body = { data: { type: 'session', id: session.id, attributes: { title: 'Renamed' } } }
    const own = { data: { type: 'user', id: admin.id, attributes: { 'first-name': 'x' } } }

    assert.equal((await call('PATCH', `/v1/sessions/${session.id}`, token, body)).status, 200)
    assert.deepEqual(detailOf(await call('POST', '/v1/events', token, bodyOf('event'))), beyond)
    assert.deepEqual(detailOf(await call('POST', `/v1/events/${event.id}/copy`, token)), beyond)
    assert.deepEqual(detailOf(await call('POST', '/v1/events/import/json', token)), beyond)
    assert.deepEqual(detailOf(await call('PATCH', `/v1/users/${admin.id}`, token, own)), beyond)
    assert.deepEqual(detailOf(await call('POST', '/v1/event-topics', token, bodyOf('event-topic'))), beyond)
    assert.equal((await call('GET', '/v1/users', token)).status, 403)
  })

  it('stays one when its events are gone', async () => {
    const token = await tokenOf(owner, ['read'], [event])
    await service.db.query(sql`delete from api_tokens_events where api_token_id = ${token.id}`)

    assert.deepEqual(detailOf(await call('GET', `/v1/events/${event.id}`, token)), refusal)
  })
})
