/** Exporting an event: the request, the states of its task, its outcome. */
import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { finished } from '../../tools/archives.ts'
import { errorsOf } from '../support/document.ts'
import { leftBehind } from '../support/leftovers.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { mailsTo } from '../support/mails.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)
const event = await make(service, owner, 'event')
const url = `/v1/events/${event.id}/export/json`

describe('a request to export', () => {
  it('may have flags, and is answered with the address of the task', async () => {
    const bodies = [{}, { image: true, video: false }, { image: 'true', audio: 'false' }, undefined]
    for (const body of bodies) {
      const { status, body: answer } = await service.call('POST', url, { as: owner, body })

      assert.match(answer.task_url, /^\/v1\/tasks\/[0-9a-f-]{36}$/)
      assert.deepEqual([status, Object.keys(answer)], [200, ['task_url']])
      assert.equal((await finished(service, answer.task_url)).state, 'SUCCESS')
    }
  })

  it('with flags that are none cannot be processed', async () => {
    const { status, body } = await service.call('POST', url, {
      as: owner,
      body: { image: 'yes', video: null, document: 1 },
    })

    assert.equal(status, 422)
    assert.deepEqual(
      body,
      errorsOf(
        422,
        'unprocessable',
        'Unprocessable Entity',
        ['image must be true or false', { pointer: '/image' }],
        ['video must be true or false', { pointer: '/video' }],
        ['document must be true or false', { pointer: '/document' }],
      ),
    )
  })

  it('with a list for a body is a bad request', async () => {
    const { status, body } = await service.call('POST', url, { as: owner, body: [] })

    assert.deepEqual([status, body.errors[0].detail], [400, 'The body must be a JSON object.'])
  })

  it('takes the identifier of the event too', async () => {
    const { body } = await service.call('POST', `/v1/events/${event.attributes.identifier}/export/json`, {
      as: owner,
      body: {},
    })

    const { result } = await finished(service, body.task_url)
    assert.match(result.download_url, new RegExp(`^http://plenum.test/v1/events/${event.id}/exports/`))
  })
})

describe('the task of an export', () => {
  it('waits, and then holds the link to the archive', async () => {
    const table = await lockTable(service, 'tracks')
    const { body } = await service.call('POST', url, { as: owner, body: {} })
    await waitsForLock(service, 'tracks')

    const during = await service.call('GET', body.task_url)
    await table.release()
    const status = await finished(service, body.task_url)

    assert.deepEqual([during.status, during.body], [200, { state: 'WAITING' }])
    assert.deepEqual(Object.keys(status), ['state', 'result'])
    assert.deepEqual([status.state, Object.keys(status.result)], ['SUCCESS', ['download_url']])
  })

  it('whose archive cannot be stored fails without a word about the inside, and the service goes on', async () => {
    const folder = join(service.config.dataDir, 'files', 'private', 'exports')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'a file where the folder should be')

    const { body } = await service.call('POST', url, { as: owner, body: {} })
    const status = await finished(service, body.task_url)

    await rm(folder)
    await rename(`${folder}-away`, folder)
    const failed = { state: 'FAILED', result: { __error: true, result: 'Internal Server Error' } }
    assert.deepEqual(status, failed)
    const mail = (await mailsTo(service, owner.email)).at(-1)!
    assert.deepEqual(
      [mail.action, mail.message],
      ['event_export_fail', '<p>The export of Conference failed: Internal Server Error</p>'],
    )
    assert.deepEqual(await leftBehind(service), [])
  })

  it('that fails in the middle leaves no part of an archive', async () => {
    const table = await lockTable(service, 'sessions')
    const { body } = await service.call('POST', url, { as: owner, body: {} })
    await waitsForLock(service, 'sessions')
    const drafts = join(service.config.dataDir, 'files', '.drafts')
    await rename(drafts, `${drafts}-away`)
    await mkdir(drafts)

    await table.release()
    const status = await finished(service, body.task_url)

    await rm(`${drafts}-away`, { recursive: true })
    assert.equal(status.state, 'FAILED')
    assert.deepEqual(await leftBehind(service), [])
    const again = await service.call('POST', url, { as: owner, body: {} })
    assert.equal((await finished(service, again.body.task_url)).state, 'SUCCESS')
  })
})
