/** Notices in the front end about what was done for a user. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { documentOf, NOT_FOUND, resourceOf } from '../support/document.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const archiveOf = (name: string) => zipOf({ event: { id: 1, name, ends_at: '2030-05-03T18:00:00Z' } })

describe('a notice', () => {
  it('of an import is seen by its user alone, who marks it as read', async () => {
    const [user, stranger] = [await signUp(service), await signUp(service)]
    const { result } = await importArchive(service, user, archiveOf('Conference'))
    const list = `/v1/users/${user.id}/notifications`

    const { body } = await service.call('GET', list, { as: user })
    const [notice] = body.data
    const identifier = result.url.split('/').at(-1)
    const attributes = {
      'is-read': false,
      content: {
        type: 'event_imported',
        event: { id: result.id, name: 'Conference', identifier, url: result.url },
      },
      'created-at': notice.attributes['created-at'],
      'received-at': notice.attributes['created-at'],
    }
    const linkage = { user: { type: 'user', id: user.id } }
    const expected = (more: Json) =>
      resourceOf(
        '/v1/notifications',
        { type: 'notification', id: notice.id },
        { ...attributes, ...more },
        linkage,
      )
    assert.deepEqual(body.data, [expected({})])

    const change = { data: { type: 'notification', id: notice.id, attributes: { 'is-read': true } } }
    const url = `/v1/notifications/${notice.id}`
    const hidden = [
      await service.call('GET', url, { as: stranger }),
      await service.call('PATCH', url, { as: stranger, body: change }),
    ]
    const read = await service.call('PATCH', url, { as: user, body: change })

    for (const answer of hidden) assert.deepEqual([answer.status, answer.body], [404, NOT_FOUND])
    assert.deepEqual([read.status, read.body], [200, documentOf(expected({ 'is-read': true }))])
    const seen = await service.call('GET', list, { as: stranger })
    assert.deepEqual([seen.status, seen.body.data], [403, undefined])
  })

  it('is not written for an import that failed', async () => {
    const user = await signUp(service)
    await importArchive(service, user, archiveOf(''))

    const { body } = await service.call('GET', `/v1/users/${user.id}/notifications`, { as: user })

    assert.deepEqual(body.data, [])
  })
})
