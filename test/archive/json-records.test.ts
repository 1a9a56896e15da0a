/** The reader of archives sees the same, wherever the bytes of a file are cut into chunks. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { readRecords, readValue } from '../../src/archive/json-records.ts'

const isRead = (key: string) => !key.startsWith('x')

function read(chunks: Buffer[]): Promise<unknown[]> {
  return Array.fromAsync(readRecords(Readable.from(chunks), isRead))
}

/** What is read of a record: the values of keys that are not read are null. */
function expected(records: Record<string, unknown>[]): Record<string, unknown>[] {
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, isRead(key) ? value : null])),
  )
}

const RECORDS = [
  { id: 1, x: [[], { a: '}],"\\' }], name: 'A "quoted" \\ name\\', 'x\\"': '\\', é: ['–', { x: 1 }] },
  {},
  { x1: 'only', x2: { x3: [1, 2, 3] } },
  { name: '', x: 12.5e3, last: null },
]

test('two chunks, cut at any byte, give what one gives', async () => {
  for (const text of [JSON.stringify(RECORDS), JSON.stringify(RECORDS, null, 2)]) {
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at++)
      assert.deepEqual(
        await read([bytes.subarray(0, at), bytes.subarray(at)]),
        expected(RECORDS),
        `cut at ${at}`,
      )
  }
})

test('single bytes give what any JSON holds', async () => {
  const key = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('x', 'x"', 'name'))
  const record = fc.dictionary(
    key.filter((name) => name !== '__proto__'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 4 }), async (records) => {
      const text = JSON.stringify(records)
      const bytes = Buffer.from(text)
      const chunks = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
      assert.deepEqual(await read(chunks), expected(JSON.parse(text)))
    }),
    { numRuns: 60 },
  )
})

test('a single object is read the same way', async () => {
  const [record] = RECORDS
  assert.deepEqual(
    await readValue(Readable.from([Buffer.from(JSON.stringify(record))]), isRead),
    expected(RECORDS)[0],
  )
})
