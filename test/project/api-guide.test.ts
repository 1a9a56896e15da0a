/** What docs/api.md names is served. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const guide = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8')

const shapeOf = (path: string) =>
  path.replace(/\{\w+\}|:\w+|\/(\d+|json)$/g, (found) => (found[0] === '/' ? '/…' : '…'))

test('every route that the guide names is served', () => {
  const served = new Set(service.routes.map(({ method, url }) => `${method} ${shapeOf(url)}`))
  const named = [...guide.matchAll(/`((?:GET|POST|PATCH|DELETE) )(\/[^`?]*)`/g)]

  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(([, method, path]) => !served.has(method + shapeOf(path!))).map(([route]) => route),
    [],
  )
})

test('every query that the guide shows is understood', async () => {
  const owner = await signUp(service)
  const event = await make(service, owner, 'event', { name: 'Tea Days' })
  await make(service, owner, 'session', {}, { event: linkTo(event) })
  await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
  const queries = /```http\n([\s\S]*?)```/.exec(guide)![1]!.trim().split('\n')

  for (const query of queries) {
    const [path, words] = query.replace(/^GET /, '').replace('{event}', event.id).split('?')
    const answer = await service.call('GET', `${path}?${encodeURI(words!)}`)
    assert.equal(answer.status, 200, `${query} → ${JSON.stringify(answer.body)}`)
  }
  assert.ok(queries.length > 5)
})

test('the guide lists the states that a session may pass through', () => {
  const { transitions } = service.models.get('session')!.attributes.get('state')!.field
  const cells = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, state]) => state!).sort()
  const [section] = guide.split('## States of a session')[1]!.split('\n## ')
  const rows = [...section!.matchAll(/^\| `(\w+)` \|(.*)\|(.*)\|$/gm)]

  for (const [place, column] of [2, 3].entries())
    assert.deepEqual(
      Object.fromEntries(rows.map((row) => [row[1], cells(row[column]!)])),
      Object.fromEntries(
        Object.entries(transitions!.moves[place]!.from).map(([state, next]) => [state, [...next].sort()]),
      ),
    )
})
