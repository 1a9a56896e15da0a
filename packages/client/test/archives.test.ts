/** Exports, imports and copies followed to their end; uploads. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { zipOf } from '../../../tools/zips.ts'
import { InvalidError, NotFoundError, PlenumClient, type Progress, TaskError } from '../src/plenum-client.ts'
import { cut, refuse, type Spoil } from './support/gate.ts'
import { startServed } from './support/served.ts'

const service = await startServed()
const { gate } = service
const client = new PlenumClient(gate.address)
const LOG_IN = { email: 'ada@example.org', password: 'a good password' }
await client.signUp(LOG_IN)
const event = await client.events.create({
  name: 'Tea Days',
  startsAt: '2030-05-01T09:00:00Z',
  endsAt: '2030-05-03T18:00:00Z',
})
const track = await client.tracks.create({ event, name: 'Brewing', color: '#336699' })
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const PICTURE = new Blob([new Uint8Array(picture)])

beforeEach(() => {
  gate.requests.length = 0
  gate.next.length = 0
})

describe('an export', () => {
  it('answers an archive that can be imported again', async () => {
    const states: string[] = []
    const archive = await client.exportEvent(event, { image: true })
    const copy = await client.importEvent(await archive.blob(), {
      onProgress: ({ state }) => states.push(state),
    })
    const tracks = await client.tracks.list({ event: copy.id })

    assert.match(archive.url, new RegExp(`^${gate.address}/v1/events/${event.id}/exports/`))
    assert.deepEqual(
      [copy.name, copy.warnings, copy.ids.tracks],
      ['Tea Days', [], { [track.id]: tracks.records[0]!.id }],
    )
    assert.match(copy.url, /^http:\/\/front\.test\/events\/[0-9a-f]{8}$/)
    assert.equal(new Set(states).size, states.length)
  })

  it('can be read as a stream, and the stream be imported', async () => {
    const archive = await client.exportEvent(event.identifier)
    const copy = await client.importEvent(await archive.stream())

    assert.equal(copy.name, 'Tea Days')
  })

  it('is fetched without the token, which the storage has no business to see', async () => {
    const sent: [string, boolean][] = []
    const other = new PlenumClient(gate.address, {
      fetch(input, init) {
        sent.push([String(input), new Headers(init?.headers).has('authorization')])
        return fetch(input, init)
      },
    })
    await other.logIn(LOG_IN)
    const archive = await other.exportEvent(event)
    await archive.blob()

    assert.deepEqual(
      [sent.at(-1), sent.find(([address]) => address.endsWith('/export/json'))?.[1]],
      [[archive.url, false], true],
    )
  })

  it('of an event that is not there is refused', async () => {
    await assert.rejects(client.exportEvent('9999'), NotFoundError)
  })
})

describe('an import', () => {
  it('takes bytes, and a file that is not read into memory', async () => {
    const bytes = new Uint8Array(await (await (await client.exportEvent(event)).blob()).arrayBuffer())
    const path = join(service.config.dataDir, 'client.zip')
    await writeFile(path, bytes)
    const names = [
      (await client.importEvent(bytes)).name,
      (await client.importEvent(bytes.buffer)).name,
      (await client.importEvent(await openAsBlob(path))).name,
    ]

    assert.deepEqual(names, ['Tea Days', 'Tea Days', 'Tea Days'])
  })

  it('of a bad archive fails with what the service says about it', async () => {
    const archive = new Blob([new Uint8Array(zipOf({ event: { name: 'Tea', starts_at: 'x' } }))])

    await assert.rejects(client.importEvent(archive), (error: unknown) => {
      assert.ok(error instanceof TaskError)
      assert.match(error.taskUrl, /^\/v1\/tasks\/[0-9a-f-]{36}$/)
      assert.deepEqual([error.state, error.message], ['FAILURE', 'File event: ends_at is required'])
      return true
    })
    await assert.rejects(client.importEvent(new Blob([])), InvalidError)
  })
})

it('a copy is a new event of the caller', async () => {
  const copy = await client.copyEvent(event)
  const found = await client.events.get(copy.id, { include: ['tracks', 'owner'] })

  assert.deepEqual([found.name, found.tracks.map(({ name }) => name)], ['Tea Days', ['Brewing']])
  assert.equal(found.owner?.email, 'ada@example.org')
})

/** A task that the test moves on by itself. */
async function makeTask(): Promise<{ url: string; move(state: string, result?: string): Promise<unknown> }> {
  const id = randomUUID()
  await service.db.query(sql`insert into tasks (id, name, data) values (${id}, 'test', '{}')`)
  const move = (state: string, result?: string) =>
    service.db.query(sql`update tasks set state = ${state}, result = ${JSON.stringify(result) ?? null},
      finished_at = ${result === undefined ? null : new Date()} where id = ${id}`)
  return { url: `/v1/tasks/${id}`, move }
}

describe('following a task', () => {
  it('tells each step with its numbers, over one connection', async () => {
    const task = await makeTask()
    const told: Progress[] = []
    const steps = ['Started', 'Importing sessions (12/80)', 'SUCCESS']
    const onProgress = (progress: Progress) => {
      told.push(progress)
      const step = steps.shift()!
      void task.move(step, step === 'SUCCESS' ? 'done' : undefined)
    }
    const result = await client.followTask<string>(task.url, { onProgress })

    assert.deepEqual(told, [
      { state: 'WAITING', step: 'WAITING' },
      { state: 'Started', step: 'Started' },
      { state: 'Importing sessions (12/80)', step: 'Importing sessions', done: 12, total: 80 },
    ])
    assert.deepEqual([result, gate.requests], ['done', [`GET ${task.url}`]])
  })

  it('goes on when the connection breaks or the service is away for a while', async () => {
    const task = await makeTask()
    const breaks: Spoil = (incoming, _answer, forward) => {
      forward()
      setTimeout(() => incoming.socket.destroy(), 100)
    }
    gate.next.push(breaks, cut, refuse(503), breaks, (_incoming, _answer, forward) => {
      void task.move('SUCCESS', 'after all').then(forward)
    })

    const states: string[] = []
    const result = await client.followTask(task.url, { onProgress: ({ state }) => states.push(state) })

    assert.deepEqual([result, gate.requests.length, states], ['after all', 5, ['WAITING']])
  })

  it('polls where streams do not come through', async () => {
    const task = await makeTask()
    const polled: Spoil = (incoming, _answer, forward) => {
      assert.equal(incoming.headers.accept, 'application/vnd.api+json')
      void task.move('SUCCESS', 'polled').then(forward)
    }
    gate.next.push(() => undefined, polled)

    assert.equal(await client.followTask(task.url, { silence: 100 }), 'polled')
  })

  it('polls where the answer is no stream', async () => {
    const task = await makeTask()
    const single: Spoil = (incoming, _answer, forward) => {
      incoming.headers.accept = 'application/json'
      forward()
    }
    gate.next.push(single, (_incoming, _answer, forward) => {
      void task.move('SUCCESS', 'polled').then(forward)
    })

    assert.equal(await client.followTask(task.url), 'polled')
    assert.equal(gate.requests.length, 2)
  })

  it('ends with the signal, and with a task that is not there', async () => {
    const task = await makeTask()
    const controller = new AbortController()
    const onProgress = () => controller.abort(new Error('enough'))

    await assert.rejects(client.followTask(task.url, { onProgress, signal: controller.signal }), {
      message: 'enough',
    })
    await assert.rejects(client.followTask(`/v1/tasks/${randomUUID()}`), NotFoundError)
  })
})

describe('an upload', () => {
  it('gives the address at which the file is read', async () => {
    const url = await client.uploadFile(new File(['tea'], 'notes.txt'))
    const named = await client.uploadFile(new TextEncoder().encode('pot'), { name: 'notes.txt' })
    const image = await client.uploadImage(PICTURE)

    const read = async (address: string) => (await fetch(address)).text()
    assert.deepEqual([await read(url), await read(named)], ['tea', 'pot'])
    assert.match(image, /\.png$/)
    await assert.rejects(client.uploadImage(new Blob(['no picture'])), InvalidError)
  })

  it('goes into a field of a record at once', async () => {
    const sponsor = await client.sponsors.create({ event, name: 'Kettle Inc.' })
    const session = await client.sessions.create({ event, title: 'How to brew' })
    const attached = await client.sponsors.attach(sponsor, 'logoUrl', PICTURE)
    const slides = new File(['%PDF-1.7\n'], 'slides.pdf')
    const { slidesUrl } = await client.sessions.attach(session, 'slidesUrl', slides)

    assert.match(String(attached.logoUrl), /\/media\/uploads\/[\w-]+\.png$/)
    assert.match(String(slidesUrl), /\/media\/uploads\/[\w-]+\.pdf$/)
  })
})
