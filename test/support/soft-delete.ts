/** What holds for a record of every type that deleting only hides. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ByKey, Model } from '../../src/jsonapi/model.ts'
import { deletions, isNotFound } from './deletions.ts'
import { linkTo } from './make.ts'
import type { Caller, Json, TestService } from './service.ts'

const DELETED = { meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } }

const identify = (data: Json) => (Array.isArray(data) ? data.map(linkTo) : data && linkTo(data))

/** The relationship by which the record that it is a part of leads to it. */
function wayFromParent({ parent, type }: Model): ByKey | undefined {
  return [...(parent?.target.relations.values() ?? [])].find(
    (relation): relation is ByKey =>
      'inverse' in relation && relation.inverse === parent && relation.target.type === type,
  )
}

/** `remover` makes and deletes records of this type; staff restore them, where they can be changed. */
export function testSoftDelete(
  service: TestService,
  model: Model,
  { admin, remover, makeOne }: { admin: Caller; remover: Caller; makeOne: () => Promise<Json> },
): void {
  const { type, path, parent } = model
  const { access } = model.declaration
  const { get, remove, restore } = deletions(service, admin, remover)
  const way = wayFromParent(model)
  const isSingle = way?.kind === 'has-one'

  /** Everything that the reads of its list and of its parent say about it. */
  async function seen({ id, relationships }: Json): Promise<Json> {
    const list = access.list === false ? undefined : (await get(`${path}?filter[id]=${id}`)).body
    const listed = list && { list: identify(list.data), count: list.meta.count }
    if (!way) return listed
    const below = `${parent!.target.path}/${relationships[parent!.wire].data.id}`
    const whole = (await get(`${below}?include=${way.wire}`)).body
    return {
      ...listed,
      related: identify((await get(`${below}/${way.wire}`)).body.data),
      links: (await get(`${below}/relationships/${way.wire}`)).body.data,
      linkage: whole.data.relationships[way.wire].data,
      included: identify(whole.included),
    }
  }

  /** What is seen of a record that is there, or not. */
  function expected(record: Json, isThere: boolean): Json {
    const all = isThere ? [linkTo(record)] : []
    const listed = access.list === false ? undefined : { list: all, count: all.length }
    if (!way) return listed
    const found = isSingle ? (all[0] ?? null) : all
    // For the front end of the original there is no such record then.
    const none = way.missingWhenEmpty && !isThere ? undefined : found
    return { ...listed, related: none, links: found, linkage: none, included: all }
  }

  it(`a deleted ${type} is in no list, count, include or linkage${access.update ? ', until staff restore it' : ''}`, async () => {
    const record = await makeOne()
    const url = `${path}/${record.id}`
    assert.deepEqual(await seen(record), expected(record, true))

    const deleted = await remove(url)

    assert.deepEqual([deleted.status, deleted.body], [200, DELETED])
    assert.deepEqual(await seen(record), expected(record, false))
    isNotFound(await get(url))
    isNotFound(await remove(url))
    if (!access.update) return
    if (remover !== admin) isNotFound(await restore(url, record, remover))

    const restored = await restore(url, record)

    assert.equal(restored.status, 200, JSON.stringify(restored.body))
    assert.deepEqual(restored.body.data, (await get(url)).body.data)
    assert.deepEqual(restored.body.data.attributes['deleted-at'], null)
    assert.deepEqual(await seen(record), expected(record, true))
  })
}
