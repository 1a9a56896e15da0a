import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { endOldInvites } from '../../src/access/role-invites.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const superAdmin = await logInAdmin(service)
const admin = await signUp(service)
await service.db.query(sql`update users set is_admin = true where id = ${admin.id}`)

describe('a built-in role', () => {
  it('keeps its name and cannot be removed, but may get another title', async () => {
    const { body } = await service.call('GET', '/v1/roles?filter[name]=owner')
    const { id } = body.data[0]
    const patch = (attributes: object) =>
      service.call('PATCH', `/v1/roles/${id}`, {
        as: admin,
        body: { data: { type: 'role', id, attributes } },
      })

    const answers = [
      await patch({ name: 'emperor' }),
      await service.call('DELETE', `/v1/roles/${id}`, { as: admin }),
      await patch({ name: 'owner', 'title-name': 'Host' }),
    ]

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.errors?.[0].detail ?? body.data.attributes]),
      [
        [403, 'A built-in role cannot be renamed.'],
        [403, 'A built-in role cannot be removed.'],
        [200, { name: 'owner', 'title-name': 'Host' }],
      ],
    )
  })
})

describe('a mail that opens an account', () => {
  it('is read by super admins only; other administrators see that it was sent', async () => {
    const url = '/v1/mails?filter[action]=user_registration&page[size]=1'
    const [seen, hidden] = [
      await service.call('GET', url, { as: superAdmin }),
      await service.call('GET', url, { as: admin }),
    ]

    assert.match(seen.body.data[0].attributes.message, /token=/)
    assert.deepEqual(hidden.body.data[0].attributes, { ...seen.body.data[0].attributes, message: null })
  })
})

describe('an invitation that has expired', () => {
  it('does not stand in the way of a new one', async () => {
    const owner = await signUp(service)
    const event = await make(service, owner, 'event')
    const invite = () =>
      service.call('POST', '/v1/role-invites', {
        as: owner,
        body: bodyOf('role-invite', {}, { event: linkTo(event) }),
      })
    await invite()
    await service.db.query(sql`update role_invites set expires_at = now() - interval '1 minute'`)

    const before = await invite()
    await endOldInvites(service.db)
    const after = await invite()

    assert.deepEqual([before.status, after.status], [409, 201])
  })
})
