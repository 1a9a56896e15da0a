/** Archives that are small in a file and large in memory: a worker with little of it reads them, or says why not. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { importArchive } from '../../tools/archives.ts'
import { inflatingTo, packZip, zipOf } from '../../tools/zips.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { spawnWorker } from '../support/worker-process.ts'

const MIB = 1024 ** 2
const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00Z' }
/** Packs badly, so that the ratio is no reason to refuse the rest. */
const ballast = { name: 'images/ballast', content: Buffer.alloc(2 * MIB), isStored: true }

const service = await startTestService()
const owner = await signUp(service)
const worker = await spawnWorker(service.config, 1, { TASK_MEMORY: '128MiB' })
after(() => worker.end('SIGTERM'))

/** An archive with this file: its start, then the block so many times, then its end. */
function archiveOf(file: string, start: string, block: string, times: number, end: string): Buffer {
  const size = start.length + Buffer.byteLength(block) * times + end.length
  const member = { name: file, content: '', packed: inflatingTo(start, block, times, end), claims: { size } }
  const event = { name: 'event', content: JSON.stringify(EVENT) }
  return packZip([...(file === 'event' ? [] : [event]), member, ballast])
}

/** An archive with these files and something that packs badly. */
function packed(files: Record<string, unknown>): Buffer {
  const members = Object.entries(files).map(([name, content]) => ({
    name,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }))
  return packZip([...members, ballast])
}

/** The end of the import, which took a single try. */
async function outcomeOf(archive: Buffer): Promise<Json> {
  await service.db.query(sql`delete from tasks`)
  const outcome = await importArchive(service, owner, archive)
  assert.deepEqual(await service.db.query(sql`select attempt from tasks`), [{ attempt: 1 }])
  return outcome
}

const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, {}]))

const EMPTY = '[],'.repeat(MIB / 4)

describe('an archive that is large in memory', () => {
  it('may have whatever it likes under keys that nobody reads, in each of its records', async () => {
    const record = `{"name": "Science", "color": "#ffffff", "junk": [${EMPTY.repeat(10)}[]]},`
    const archive = archiveOf('tracks', '[', record, 12, '{"name": "Last", "color": "#000000"}]')

    const { state, result } = await outcomeOf(archive)

    assert.deepEqual([state, result.warnings], ['SUCCESS', ['File tracks: ignored the keys junk (12)']])
  })

  it('may have it in its event too', async () => {
    const { state, result } = await outcomeOf(
      packed({ event: `{"junk": [${EMPTY.repeat(15)}[]], ${JSON.stringify(EVENT).slice(1)}` }),
    )

    assert.deepEqual([state, result.warnings], ['SUCCESS', ['File event: ignored the keys junk (1)']])
  })

  it('is refused when a record has too many values', async () => {
    const archive = archiveOf('sessions', '[{"title": "Talk", "speaker_ids": [', EMPTY, 5, '[]]}]')

    assert.deepEqual(await outcomeOf(archive), {
      state: 'FAILURE',
      result: 'File sessions: has a record of more than 500000 values',
    })
  })

  it('is refused when its event is no object but very many values', async () => {
    assert.deepEqual(await outcomeOf(archiveOf('event', '[', EMPTY, 5, '[]]')), {
      state: 'FAILURE',
      result: 'File event: has more than 500000 values',
    })
  })

  it('is refused when a record has too many keys, or one that is too long', async () => {
    const keys = Array.from({ length: 1000 }, (_, n) => `"k${n}": 0,`).join('')

    assert.deepEqual(await outcomeOf(archiveOf('tracks', '[{', keys, 600, '"x": 0}]')), {
      state: 'FAILURE',
      result: 'File tracks: has a record of more than 10000 keys',
    })
    assert.deepEqual(await outcomeOf(archiveOf('tracks', '[{"', 'x'.repeat(MIB), 8, '": 0}]')), {
      state: 'FAILURE',
      result: 'File tracks: has a key of more than 1000 bytes',
    })
  })

  it('may have many large records in the order of their ids', async () => {
    const text = 'x'.repeat(MIB)
    const records = Array.from(
      { length: 60 },
      (_, n) => `{"id": ${n}, "title": "Talk", "comments": "${text}"}`,
    )

    const { state, result } = await outcomeOf(packed({ event: EVENT, sessions: `[${records.join(',')}]` }))

    assert.deepEqual([state, result.warnings.length], ['SUCCESS', 60])
    assert.match(result.warnings[0], /^File sessions, ID 0: comments must have at most 100000 characters; /)
  })

  it('keeps the order of its large records when there are too many to sort', async () => {
    const text = 'x'.repeat(MIB)
    const records = Array.from(
      { length: 50 },
      (_, n) => `{"id": ${50 - n}, "title": "Talk", "comments": "${text}"}`,
    )

    const { state, result } = await outcomeOf(packed({ event: EVENT, sessions: `[${records.join(',')}]` }))

    assert.deepEqual(
      [state, result.warnings.length, result.warnings[0]],
      ['SUCCESS', 51, 'File sessions: too large to sort by id; the order of the file was kept'],
    )
  })

  it('counts every field of an old form as a record', async () => {
    const forms = [{ session_form: JSON.stringify(fieldsOf(150_000)) }]

    assert.deepEqual(await outcomeOf(zipOf({ event: EVENT, forms })), {
      state: 'FAILURE',
      result: 'File forms: has more than 100000 records',
    })
  })

  it('is refused when an old form has too many values', async () => {
    const forms = [{ session_form: `{"a": [${EMPTY.repeat(3)}[]]}` }]

    assert.deepEqual(await outcomeOf(zipOf({ event: EVENT, forms })), {
      state: 'FAILURE',
      result: 'File forms: has more than 500000 values',
    })
  })

  it('is refused when it has too many links', async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => n).join()
    const record = `{"id": 1, "name": "Ada", "sessions": [${many}]},`

    assert.deepEqual(await outcomeOf(archiveOf('speakers', '[', record, 4, '{"name": "Last"}]')), {
      state: 'FAILURE',
      result: 'The archive has more than 300000 links between its records.',
    })
  })
})
