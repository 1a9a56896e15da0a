/** `plenum event …`: what the API does with events, by hand on the machine. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { makeFullEvent } from '../support/full-event.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf, plenum, startPlenum } from '../support/plenum.ts'
import { type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker.ts'

const service = await startTestService()
const owner = await signUp(service)
const folder = await mkdtemp(join(tmpdir(), 'plenum-event-commands-'))
after(() => rm(folder, { recursive: true }))

const run = (words: string[], input?: Buffer) =>
  plenum(words, { env: envOf(service), cwd: folder, ...(input && { input }) })

async function lastTask(): Promise<Json> {
  const [task] = await service.db.query<Json>(
    sql`select state, result, attempt from tasks order by created_at desc limit 1`,
  )
  return task
}

const SMALL = zipOf({
  event: { id: 1, name: 'Small', ends_at: '2030-05-03T18:00:00Z', colour: 'red' },
  sessions: [{ id: 1, title: 'Talk', track_id: 7 }],
})

describe('plenum schedule export', () => {
  it('writes what the feed of the event has', async () => {
    const event = await make(service, owner, 'event', { name: 'Tea' })
    await make(
      service,
      owner,
      'schedule-release',
      { version: 'one' },
      { event: { type: 'event', id: event.id } },
    )

    const { out, code } = await run(['schedule', 'export', event.id, '--format', 'xml'])
    const printed = await run([
      'schedule',
      'export',
      event.attributes.identifier,
      '--format',
      'ics',
      '--out',
      '-',
    ])
    const refused = await run(['schedule', 'export', event.id, '--format', 'pdf'])
    const unknown = await run(['schedule', 'export', event.id, '--release', 'two', '--out', '-'])

    const feedAs = async (format: string) =>
      (await service.app.inject(`/v1/events/${event.id}/schedule.${format}`)).body
    assert.deepEqual(
      [out.trim(), code],
      [`Exported the schedule of Tea to schedule${event.id}.xml (0 sessions, release one).`, 0],
    )
    assert.equal(await readFile(join(folder, `schedule${event.id}.xml`), 'utf8'), await feedAs('xml'))
    assert.equal(printed.out, await feedAs('ics'))
    assert.equal(refused.code, 2)
    assert.match(refused.errors, /--format must be one of json, xml, ics, xcal\./)
    assert.equal(unknown.code, 1)
    assert.match(unknown.errors, /The event has no release with the version two\./)
  })
})

describe('plenum token', () => {
  it('creates a token that is shown once, lists it and revokes it', async () => {
    const event = await make(service, owner, 'event')
    const words = [
      '--scopes',
      'event:read,export',
      '--events',
      event.id,
      '--expires',
      '2099-01-01T00:00:00Z',
      '--json',
    ]
    const made = JSON.parse((await run(['token', 'create', owner.email, 'CI', ...words])).out)
    const headers = { authorization: `Bearer ${made.token}` }
    const used = await service.call('GET', `/v1/events/${event.id}`, { headers })
    const listed = JSON.parse((await run(['token', 'list', '--owner', owner.email, '--json'])).out)
    const revoked = await run(['token', 'revoke', made.id])
    const after = await service.call('GET', `/v1/events/${event.id}`, { headers })

    assert.deepEqual([used.status, after.status], [200, 401])
    const [{ created_at, last_used_at, ...token }] = listed
    assert.deepEqual(token, {
      id: made.id,
      name: 'CI',
      email: owner.email,
      scopes: ['event:read', 'export'],
      events: [event.id],
      expires_at: '2099-01-01T00:00:00+00:00',
    })
    assert.equal(typeof last_used_at, typeof created_at)
    assert.equal(revoked.out, `Token ${made.id} is revoked.\n`)
  })

  it('refuses scopes that there are not, accounts and tokens', async () => {
    const refusals = await Promise.all(
      [
        ['token', 'create', owner.email, 'CI', '--scopes', 'teapot:read'],
        ['token', 'create', owner.email, 'CI', '--scopes', 'everything'],
        ['token', 'create', owner.email, 'CI', '--expires', '2020-01-01T00:00:00Z'],
        ['token', 'revoke', '0'],
      ].map(async (words) => (await run(words)).code),
    )

    assert.deepEqual(refusals, [1, 1, 1, 1])
  })
})

describe('plenum event list', () => {
  it('shows events with their owners, the newest first, and finds them by their names', async () => {
    const first = await make(service, owner, 'event', { name: 'Tea Days' })
    const second = await make(service, owner, 'event', { name: 'Coffee\u001b[31m 100%', state: 'draft' })

    const listed = JSON.parse((await run(['event', 'list', '--json', '--limit', '2'])).out)
    const found = await run(['event', 'list', '--search', '0%'])

    const rowOf = ({ id, attributes }: typeof first) => ({
      id,
      identifier: attributes.identifier,
      name: attributes.name,
      state: attributes.state,
      starts_at: attributes['starts-at'],
      ends_at: attributes['ends-at'],
      owner: owner.email,
    })
    assert.deepEqual(listed, [rowOf(second), rowOf(first)])
    const times = '2030-05-01 09:00  2030-05-03 18:00'
    assert.deepEqual(found, {
      code: 0,
      out: `ID  IDENTIFIER  NAME              STATE  STARTS            ENDS              OWNER
${second.id}   ${second.attributes.identifier}    Coffee [31m 100%  draft  ${times}  ${owner.email}
`,
      errors: '',
    })
    assert.deepEqual(await run(['event', 'list', '--search', 'nothing like this']), {
      code: 0,
      out: 'No events found.\n',
      errors: '',
    })
  })
})

describe('plenum event export', () => {
  it('writes the same archive as the API, whether or not a worker runs, and keeps no second copy', async () => {
    const pictures = await startWorker(service)
    const event = await makeFullEvent(service, owner)
    const flags = { image: true, video: true, document: true, audio: true }
    const expected = await exportArchive(service, owner, event.id, flags)

    const beside = await run(['event', 'export', event.id, '--media', '--out', 'beside.zip'])
    await pictures.close()
    const alone = await run(['event', 'export', event.id, '--media', '--json'])
    const piped = await run(['event', 'export', event.id, '--out', '-'])

    assert.deepEqual(await readFile(join(folder, 'beside.zip')), expected)
    assert.deepEqual(await readFile(join(folder, `event${event.id}.zip`)), expected)
    assert.deepEqual(
      [beside.code, beside.out, alone.code, alone.errors, piped.code],
      [0, `Exported Every kind of file to beside.zip (${expected.length} bytes).\n`, 0, '', 0],
    )
    assert.match(beside.errors, /^Exporting Every kind of file\n(Waiting\n)?Writing the archive \(.* MB\)\n$/)
    const { task, ...value } = JSON.parse(alone.out)
    assert.deepEqual(value, { event: event.id, file: `event${event.id}.zip`, size: expected.length })
    assert.match(piped.out, /^PK/)
    const kept = await service.db.query(sql`select archive_key from export_jobs where removed_at is null`)
    assert.equal(kept.length, 1)
    assert.equal((await readdir(join(service.config.dataDir, 'files', 'private', 'exports'))).length, 1)
  })

  it('does not write over a file unless it is told to', async () => {
    const { id } = await make(service, owner, 'event')
    await writeFile(join(folder, 'mine.zip'), 'mine')

    const refused = await run(['event', 'export', id, '--out', 'mine.zip'])
    const kept = await readFile(join(folder, 'mine.zip'), 'utf8')
    const forced = await run(['event', 'export', id, '--out', 'mine.zip', '--force', '--json'])
    const nowhere = await run(['event', 'export', id, '--out', 'missing/mine.zip'])
    const aFolder = await run(['event', 'export', id, '--out', '.', '--force'])

    assert.deepEqual(refused, {
      code: 1,
      out: '',
      errors: 'mine.zip already exists. Choose another name with --out, or add --force to overwrite it.\n',
    })
    assert.equal(kept, 'mine')
    assert.deepEqual(nowhere, {
      code: 1,
      out: '',
      errors: 'The folder missing does not exist or is not writable.\n',
    })
    assert.deepEqual(aFolder, { code: 1, out: '', errors: '. is a folder. Choose a file with --out.\n' })
    assert.equal(forced.code, 0)
    assert.equal((await readFile(join(folder, 'mine.zip'))).subarray(0, 2).toString(), 'PK')
  })

  it('says that there is no such event', async () => {
    assert.deepEqual(await run(['event', 'export', 'deadbeef']), {
      code: 1,
      out: '',
      errors: 'The event deadbeef does not exist. Run "plenum event list" to see all events.\n',
    })
  })

  it('leaves neither a file nor a running task when it is interrupted', async () => {
    const { id } = await make(service, owner, 'event')
    const before = await readdir(folder)
    const lock = await lockTable(service, 'sessions')

    const { child, ended } = startPlenum(['event', 'export', id, '--out', 'interrupted.zip'], {
      env: envOf(service),
      cwd: folder,
    })
    await waitsForLock(service, 'sessions')
    child.kill('SIGINT')
    await until(async () => (await lastTask()).state !== 'WAITING')
    await lock.release()
    const { code, out } = await ended

    assert.deepEqual([code, out], [130, ''])
    assert.deepEqual(await readdir(folder), before)
    assert.deepEqual(await lastTask(), {
      state: 'FAILED',
      result: { __error: true, result: 'Cancelled.' },
      attempt: 2,
    })
    assert.equal((await readdir(join(service.config.dataDir, 'files', 'private', 'exports'))).length, 1)
  })
})

describe('plenum event import', () => {
  it('makes an event of the owner, and tells what was repaired', async () => {
    await writeFile(join(folder, 'small.zip'), SMALL)

    const { code, out, errors } = await run(['event', 'import', 'small.zip', '--owner', owner.email])

    const [event] = await service.db.query<{ id: string; identifier: string; email: string }>(
      sql`select e.id, e.identifier, u.email from events e join users_events_roles r on r.event_id = e.id
        join users u on u.id = r.user_id where e.name = 'Small'`,
    )
    assert.equal(event!.email, owner.email)
    assert.deepEqual(
      [code, out],
      [
        0,
        `Imported Small as event ${event!.id}: http://front.test/events/${event!.identifier}
Warning: File sessions, ID 1: the archive has no track 7; it was left empty
Warning: File event: ignored the keys colour (1)
`,
      ],
    )
    assert.match(errors, /^Reading the archive \(0\.0 MB\)\n(Waiting\n)?(Started\n)?Importing event core\n/)
  })

  it('reads standard input, and prints one value with --json', async () => {
    const { code, out, errors } = await run(['event', 'import', '-', '--owner', owner.email, '--json'], SMALL)

    const { task, id, url, id_map, warnings, ...value } = JSON.parse(out)
    assert.deepEqual([code, value, warnings.length, errors], [0, { event_name: 'Small' }, 2, ''])
  })

  it('says what is wrong in one line, and leaves nothing', async () => {
    const env = { owner: ['--owner', owner.email] }
    await writeFile(join(folder, 'no.zip'), 'no zip')
    await writeFile(join(folder, 'empty.zip'), '')
    const count = async () => (await service.db.query(sql`select id from events`)).length
    const before = await count()

    const faults = []
    for (const words of [
      ['missing.zip', ...env.owner],
      ['empty.zip', ...env.owner],
      ['no.zip', ...env.owner],
      ['no.zip', '--owner', 'nobody@plenum.test'],
    ]) {
      const { code, out, errors } = await run(['event', 'import', ...words])
      faults.push([code, out, errors.trimEnd().split('\n').at(-1)])
    }

    assert.deepEqual(faults, [
      [1, '', 'The file missing.zip does not exist.'],
      [1, '', 'The archive is empty.'],
      [
        1,
        '',
        'The file is not a valid zip archive: End of central directory record signature not found. Either not a zip file, or file is truncated.',
      ],
      [
        1,
        '',
        'The account nobody@plenum.test does not exist. Sign up first, or choose another account with --owner.',
      ],
    ])
    assert.equal(await count(), before)
    const { dataDir } = service.config
    assert.deepEqual(await readdir(join(dataDir, 'files', 'private', 'imports')), [])
    assert.deepEqual(await readdir(join(dataDir, 'temp')), [])
  })
})

describe('plenum event copy', () => {
  it('copies an event as a draft of its owner, or of another account', async () => {
    const other = await signUp(service)
    const { attributes } = await make(service, owner, 'event', { name: 'Original' })

    const kept = JSON.parse((await run(['event', 'copy', attributes.identifier, '--json'])).out)
    const given = await run(['event', 'copy', attributes.identifier, '--owner', other.email])

    const copies = await service.db.query(
      sql`select e.id, e.state, u.email from events e join users_events_roles r on r.event_id = e.id
        join users u on u.id = r.user_id where e.name = 'Original' order by e.id offset 1`,
    )
    assert.deepEqual(copies, [
      { id: kept.id, state: 'draft', email: owner.email },
      { id: String(Number(kept.id) + 1), state: 'draft', email: other.email },
    ])
    assert.match(
      given.out,
      /^Copied Original: Original as event \d+: http:\/\/front\.test\/events\/[0-9a-f]{8}\n$/,
    )
  })
})
