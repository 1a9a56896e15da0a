/** The examples of the OpenAPI document, sent as they stand to a service with the demo conference. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Operation, operationsOf, partsOf, sendExample } from '../support/doc-examples.ts'
import { logInAdmin } from '../support/people.ts'
import { envOf, plenum } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const { code, errors } = await plenum(['demo'], { env: envOf(service) })
assert.equal(code, 0, errors)
// It has begun, so that feedback can be given, and a session can be reviewed.
await service.db.query(sql`update sessions set state = 'pending' where id = 2`)
await service.db.query(sql`update events set starts_at = now()`)
const admin = await logInAdmin(service)
// The demo conference writes to nobody.
await service.db.query(sql`update mails set event_id = 1, status = 'draft', text = 'a' where id = 1`)
const { body: document } = await service.call('GET', '/v1/openapi.json')
const operations = operationsOf(document)

/** Two spellings of one address have the same description and the same example. It is sent once, unless it only reads. */
const distinct = [
  ...Map.groupBy(operations, ({ method, path, doc }) =>
    method === 'GET' ? path : JSON.stringify([method, { ...doc, operationId: undefined }]),
  ).values(),
].map(([first]) => first!)

const isConfirmation = ({ path }: Operation) => path === '/v1/auth/verify-email'
const isAuth = ({ path }: Operation) => /^(\/v1)?\/auth\//.test(path)
const isOfLink = ({ path }: Operation) => path.includes('/relationships/')
const isCreation = ({ method, path, doc }: Operation) =>
  method === 'POST' && '201' in doc.responses && /^\/v1\/[^/]+$/.test(path)
const isCreationBelow = ({ method, path, doc }: Operation) =>
  method === 'POST' && '201' in doc.responses && /^\/v1\/[^/]+\/\{id\}\/[^/]+$/.test(path)
const isOther = (operation: Operation) =>
  operation.method === 'POST' &&
  [isAuth, isOfLink, isCreation, isCreationBelow].every((holds) => !holds(operation))
/** Of the record that is sent. */
const typeOf = (operation: Operation): string => partsOf(operation).example?.data.type

const created: { type: string; location: string }[] = []

/** The examples are sent again, and not every record may be there twice. */
async function removeCreated(type: string): Promise<void> {
  for (const { location } of created.filter((one) => one.type === type))
    await service.call('DELETE', location, { as: admin })
}

function lastly(wanted: Operation[], isLast: (operation: Operation) => boolean): Operation[] {
  return wanted.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
}

/** One after the other, because later ones need what earlier ones make. */
async function faultsOf(wanted: Operation[], as = admin): Promise<string[]> {
  const faults: string[] = []
  for (const operation of wanted) {
    const { isGood, url, status, text, location } = await sendExample(service, as, operation)
    if (location) created.push({ type: typeOf(operation), location })
    if (!isGood) faults.push(`${operation.method} ${url}: ${status} ${text.slice(0, 300)}`)
  }
  return faults
}

describe('the examples of the API reference', { concurrency: false }, () => {
  it('are there for every parameter of a path and for every body', () => {
    const missing = operations.flatMap((operation) => {
      const { parameters, media, example } = partsOf(operation)
      const isWithout = operation.doc.requestBody?.required !== false && media && example === undefined
      const names = parameters.filter((one) => one.example === undefined).map(({ name }) => name)
      return [...names, ...(isWithout ? ['body'] : [])].map((name) => {
        return `${operation.method} ${operation.path} has no example of ${name}. Add "example" to the declaration or the route.`
      })
    })

    assert.deepEqual(missing, [])
  })

  it('create a record of every type', async () => {
    assert.deepEqual(await faultsOf(distinct.filter(isCreation)), [])
    // Only a confirmed address can accept an invitation.
    assert.deepEqual(await faultsOf(distinct.filter(isConfirmation)), [])
  })

  it('start what plain routes do', async () => {
    // An invitation is looked at before it is accepted.
    const isLast = ({ path }: Operation) => path.endsWith('accept-invite')

    assert.deepEqual(await faultsOf(lastly(distinct.filter(isOther), isLast)), [])
  })

  it('read everything', async () => {
    // What follows from other records has ids that nobody knows before.
    const isView = ({ path, doc }: Operation) =>
      path.includes('{id}') && service.models.get(doc.tags[0])?.declaration.view !== undefined
    const reads = distinct.filter((one) => one.method === 'GET' && !isView(one))

    assert.deepEqual(await faultsOf(reads), [])
  })

  it('change records and links', async () => {
    const changes = distinct.filter(({ method }) => method === 'PATCH')
    const links = distinct.filter((operation) => isOfLink(operation) && operation.method !== 'GET')

    assert.deepEqual(await faultsOf(changes.filter((one) => !isAuth(one))), [])
    assert.deepEqual(await faultsOf(links.filter(({ method }) => method === 'POST')), [])
    assert.deepEqual(await faultsOf(links.filter(({ method }) => method === 'DELETE')), [])
  })

  it('delete records, and create them below the event that they belong to', async () => {
    const deletions = distinct.filter((one) => one.method === 'DELETE' && !isOfLink(one))
    const isBelow = ({ path }: Operation) => !path.endsWith('{id}')
    // What others refer to comes last.
    for (const { type } of [...service.models.values()].toReversed()) {
      const ofType = deletions.filter((one) => one.doc.tags[0] === type && !isBelow(one))
      assert.deepEqual(await faultsOf(ofType), [])
      await removeCreated(type)
      for (const creation of distinct.filter((one) => isCreationBelow(one) && typeOf(one) === type)) {
        assert.deepEqual(await faultsOf([creation]), [])
        const below = deletions.filter(({ path }) => path === creation.path)
        assert.deepEqual(await faultsOf(below), [])
        await removeCreated(type)
      }
    }
  })

  it('log in and out, and change the password', async () => {
    const isLast = ({ path }: Operation) => path.endsWith('change-password')
    const wanted = distinct.filter((operation) => isAuth(operation) && !isConfirmation(operation))
    for (const operation of lastly(wanted, isLast)) {
      assert.deepEqual(await faultsOf([operation], await logInAdmin(service)), [])
    }
  })
})
