/** `plenum demo`: a conference to look at that holds what it promises; and the page about the commands, run as it stands. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { avatar, logo } from '../../src/demo/drawings.ts'
import { inherited } from '../../tools/inherited.ts'
import { administer, urlOf } from '../support/fresh-database.ts'
import { mediaOf } from '../support/full-event.ts'
import { envOf, plenum } from '../support/plenum.ts'
import { demandFrabJson, demandFrabXml } from '../support/schemas.ts'
import { type Json, startTestService } from '../support/service.ts'
import { fetchFile } from '../support/uploads.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NAME = 'Harbourlight: three days of open software'

const overlaps = (sessions: Json[]) =>
  sessions.flatMap((one, place) =>
    sessions
      .slice(place + 1)
      .filter((other) => one.starts_at < other.ends_at && other.starts_at < one.ends_at)
      .map((other) => [one.title, other.title]),
  )

describe('the demo conference', { concurrency: false }, async () => {
  const service = await startTestService()
  const run = (...words: string[]) => plenum(words, { env: envOf(service) })
  const made = await run('demo')
  const event = (await service.call('GET', '/v1/events?include=owner')).body.data[0]

  it('has a schedule that apps can read', async () => {
    const feed = async (format: string) =>
      (await service.app.inject({ url: `/v1/events/1/schedule.${format}` })).body
    const json = await feed('json')
    demandFrabJson(json)
    await demandFrabXml(await feed('xml'))
    const { days } = JSON.parse(json).schedule.conference
    const counts = days.map(({ rooms }: Json) => Object.values(rooms).flat().length)

    assert.equal(counts.length, 3)
    assert.ok(counts.every((count: number) => count > 0))
  })

  it('is published, and its owner can log in with the password that is shown', async () => {
    const [, password] = /Password \(shown only once\): (\S+)\n$/.exec(made.out)!
    const login = await service.call('POST', '/v1/auth/login', {
      body: { email: 'demo@example.org', password },
    })

    assert.deepEqual(
      [made.code, made.out.split('\n')[0]],
      [0, `${NAME} is event 1: http://plenum.test/v1/events/1`],
    )
    assert.deepEqual([event.attributes.name, event.attributes.state], [NAME, 'published'])
    assert.equal(login.status, 200)
    const [task] = await service.db.query<Json>(sql`select result from tasks`)
    assert.deepEqual(task!.result.warnings, [])
  })

  it('has three days of sessions in which no room is used twice at a time, and nobody is in two', async () => {
    const sessions =
      await service.db.query<Json>(sql`select title, starts_at, ends_at, microlocation_id, track_id, session_type_id,
      (select array_agg(speaker_id) from speakers_sessions l where l.session_id = s.id) as speakers from sessions s`)
    const speakers = new Set<string>(sessions.flatMap(({ speakers }) => speakers))
    const rooms = new Set(sessions.map(({ microlocation_id }) => microlocation_id))
    const days = new Set(sessions.map(({ starts_at }) => starts_at.slice(0, 10)))

    assert.deepEqual([sessions.length, speakers.size, rooms.size, days.size], [39, 30, 4, 3])
    assert.deepEqual(
      sessions.filter(({ track_id, session_type_id }) => !track_id || !session_type_id),
      [],
    )
    for (const room of rooms)
      assert.deepEqual(overlaps(sessions.filter(({ microlocation_id }) => microlocation_id === room)), [])
    for (const speaker of speakers)
      assert.deepEqual(overlaps(sessions.filter((session) => session.speakers.includes(speaker))), [])
  })

  it('has pictures of everybody, and each name always gives the same one', async () => {
    const pictures = await mediaOf(service, event.id)
    const formats = new Set<string>()
    for (const url of Object.values(pictures))
      formats.add((await sharp(await fetchFile(service, url)).metadata()).format!)

    // Five of the event, four of each speaker, one of each sponsor.
    assert.equal(Object.keys(pictures).length, 5 + 4 * 30 + 6)
    assert.deepEqual([...formats], ['png'])
    assert.equal(avatar('Ada'), avatar('Ada'))
    assert.notEqual(avatar('Ada'), avatar('Grace'))
    assert.notEqual(logo('Ada'), logo('Grace'))
  })

  it('is made once for each owner, unless another is asked for', async () => {
    const twice = await run('demo')
    const again = JSON.parse((await run('demo', '--again', '--json')).out)

    assert.deepEqual(twice, {
      code: 1,
      out: '',
      errors: 'The demo conference already exists as event 1. Add --again to create another.\n',
    })
    assert.deepEqual(again, { event: '2', url: 'http://plenum.test/v1/events/2', owner: 'demo@example.org' })
  })
})

describe('the page about the commands', () => {
  it('shows commands that work on a new installation, one after the other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plenum-page-'))
    after(() => rm(folder, { recursive: true }))
    await chmod(folder, 0o755)
    const page = readFileSync(join(ROOT, 'docs', 'commands.md'), 'utf8')
    const [, script] = /^```sh plenum\n([\s\S]*?)^```$/m.exec(page)!
    const program = `npx() { shift; '${process.execPath}' '${join(ROOT, 'src', 'main.ts')}' "$@"; }\n`

    const database = `page_${process.pid}`
    await administer(`create database ${database}`)
    after(() => administer(`drop database ${database} with (force)`))

    const env = { ...inherited, DATA_DIR: join(folder, 'data'), DATABASE_URL: urlOf(database) }
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', program + script], {
      cwd: folder,
      env,
    })

    const lines = stdout.split('\n').map((line) => line.replace(/[0-9a-f-]{8,}|\d+ (bytes|rows)/g, '…'))
    assert.deepEqual(
      lines
        .filter((line) => /^(Exported|Imported|Backed|Restored)/.test(line))
        .map((line) => line.split(/:? /)[0]),
      ['Exported', 'Imported', 'Backed', 'Restored'],
    )
    assert.deepEqual((await readdir(folder)).sort(), ['backup.zip', 'data', 'event1.zip'])
    assert.equal((await stat(join(folder, 'data'))).mode & 0o077, process.getuid?.() === 0 ? 0o011 : 0)
    const { stdout: version } = await promisify(execFile)('npx', ['plenum', '--version'], { cwd: ROOT })
    assert.match(version, /^\d+\.\d+\.\d+\n$/)
  })
})
