/** The soak finds nothing when nothing is lost, and finds each thing that is. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type Audited, audit } from '../../soak/audit.ts'
import { diceOf } from '../../soak/dice.ts'
import { Journal } from '../../soak/journal.ts'
import { makeActors } from '../../soak/load.ts'
import { KINDS, planFaults } from '../../soak/plan.ts'
import { query } from '../../soak/query.ts'
import * as records from '../../soak/records.ts'
import { settle } from '../../soak/settle.ts'
import * as works from '../../soak/works.ts'
import { startMailServer } from '../../tools/mail-server.ts'
import { startReceiver } from '../../tools/receiver.ts'
import { filesIn } from '../support/folders.ts'
import { startTestService } from '../support/service.ts'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, '..', '..', 'soak/run.ts')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('a soak', { concurrency: false }, () => {
  it('keeps all that was accepted while a process is killed', async () => {
    const words = ['--minutes', '0.1', '--seed', '5', '--faults', 'kill-api']
    const { stdout } = await run(process.execPath, [SCRIPT, ...words])

    const lines = stdout.trim().split('\n')
    assert.equal(lines[0], 'seed 5, 6 seconds, 6 clients')
    assert.equal(lines.at(-1), 'nothing lost', stdout)
  })

  it('has the same faults at the same times for the same seed, and each kind before any comes again', () => {
    const plan = (seed: number) => planFaults(diceOf(seed), 180_000, KINDS)

    assert.deepEqual(plan(1), plan(1))
    assert.notDeepEqual(plan(1), plan(2))
    const first = plan(1).slice(0, KINDS.length)
    assert.deepEqual(new Set(first.map(({ kind }) => kind)), new Set(KINDS))
  })

  it('says what is wrong with its options', async () => {
    const failure = await run(process.execPath, [SCRIPT, '--faults', 'flood']).catch((error) => error)

    assert.equal(failure.code, 2)
    assert.match(failure.stderr, /^There is no fault flood\.\n\nUsage: npm run soak/)
  })
})

describe('the audit of a soak', async () => {
  const mail = await startMailServer()
  const receiver = await startReceiver()
  const port = await freePort()
  const service = await startTestService({
    WEBHOOK_HTTP: 'true',
    FETCH_ALLOW: receiver.host,
    WORKERS: '2',
    MAIL_URL: mail.url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const url = await service.listen()
  const databaseUrl = service.config.databaseUrl!
  const files = join(service.config.dataDir, 'files')
  const journal = new Journal()
  const actors = await makeActors({ url, journal, dice: diceOf(1), receiverUrl: receiver.url }, 1)
  const [actor] = actors
  const keysOf = async () => (await filesIn(files)).filter((path) => !path.startsWith('.drafts/'))

  async function findings(temporary: string[] = []): Promise<string[]> {
    const stored = { keys: await keysOf(), unfinished: [], temporary }
    const { findings }: Audited = await audit({
      actors,
      journal,
      databaseUrl,
      received: mail.received,
      messages: receiver.received,
      stored,
      faults: [],
    })
    return findings
  }

  it('finds nothing after a load without faults', async () => {
    for (let round = 0; round < 25; round++) await records.create(actor!)
    const acts = [records.change, records.link, records.link, records.read, records.list, works.redeem]
    for (const act of acts) for (let round = 0; round < 5; round++) await act(actor!)
    await records.remove(actor!)
    for (const act of Object.values(works)) await act(actor!)

    assert.deepEqual(await settle(databaseUrl, 30_000), { tasks: 0, mails: 0, deliveries: 0, entries: 0 })

    assert.deepEqual(await findings(), [])
    assert.deepEqual([...new Set(journal.tasks.map(({ kind }) => kind))].sort(), ['copy', 'export', 'import'])
  })

  const planted: [string, () => unknown, RegExp][] = [
    ['a lost record', () => lose('sponsor', 'delete from sponsors where id = $'), /^sponsor \d+ is lost/],
    [
      'an older value',
      () => lose('speaker', "update speakers set name = 'older' where id = $"),
      /^speaker \d+: name is "older"/,
    ],
    [
      'a lost link',
      () => query(databaseUrl, 'delete from speakers_sessions; update sessions set track_id = null'),
      /^session \d+: its (speakers|track) are/,
    ],
    [
      'a deleted record that is back',
      () => {
        journal.kept.find(({ fate, type }) => fate === 'there' && type === 'session')!.fate = 'gone'
      },
      /was deleted and is still there$/,
    ],
    [
      'a record that was made twice',
      () => {
        const { type, event, values } = journal.kept.find(({ type }) => type === 'session')!
        const name = values[0].title
        journal.unknown.push({ type, event, name })
        return query(
          databaseUrl,
          `insert into sessions (event_id, title) select event_id, title from sessions where title = '${name}'`,
        )
      },
      /^session \d+ of client1 was created 2 times$/,
    ],
    [
      'an import that is not whole',
      () =>
        query(
          databaseUrl,
          `delete from sessions where id = (select max(s.id) from sessions s
          join events e on e.id = s.event_id where e.name like 'import %')`,
        ),
      /^the event \d+, import \d+ of client1, is not whole/,
    ],
    [
      'a task that has not ended',
      () => query(databaseUrl, "update tasks set finished_at = null where name = 'copy.event'"),
      /^the task copy.event .* has not ended: SUCCESS at attempt 1$/,
    ],
    [
      'a task that failed by a defect',
      () =>
        query(
          databaseUrl,
          `update tasks set state = 'FAILURE', result = '"Internal Server Error"'
          where name = 'import.event'`,
        ),
      /^the task import.event .* failed at attempt 1: Internal Server Error$/,
    ],
    [
      'an archive that is gone',
      () => rm(join(files, 'private', 'exports'), { recursive: true }),
      /^the archive of the export .* cannot be fetched: 404$/,
    ],
    [
      'a file that is gone',
      async () => rm(join(files, (await keysOf()).find((key) => key.endsWith('.pdf'))!)),
      /^the uploaded file .* is not what was sent$/,
    ],
    [
      'a mail that arrived twice',
      () => mail.received.push(mail.received[0]!),
      /^the mail \d+ .* arrived 2 times by 1 attempts$/,
    ],
    [
      'a mail that did not arrive',
      () =>
        mail.received.splice(
          mail.received.findIndex(({ to }) => to[0]!.startsWith('guest')),
          1,
        ),
      /^the mail \d+ .* counts as sent and did not arrive$/,
    ],
    [
      'a mail that was never written',
      () => query(databaseUrl, "delete from mails where action = 'event_role'"),
      /^1 mails of invitations are missing$/,
    ],
    [
      'operations that were done in part',
      () => {
        const { event, values } = journal.kept.find(({ type }) => type === 'session')!
        journal.batches.push({ event, names: [values[0].title, 'never made'] })
      },
      /^the operations for .* made its 2 sessions \d,0 times$/,
    ],
    [
      'a message that did not arrive',
      () => receiver.received.splice(messageOf('ticket'), 1),
      /^the webhook message ticket\.\w+ \d+ counts as delivered and did not arrive$/,
    ],
    [
      'a change that webhooks were not told of',
      () => query(databaseUrl, "delete from webhook_deliveries where record_type = 'discount-code'"),
      /^discount-code \d+ was created 1 times and webhooks were told 0 times$/,
    ],
    [
      'messages in the wrong order',
      () => receiver.received.reverse(),
      /^the webhook messages of \w+ \d+ arrived out of order$/,
    ],
    [
      'a redemption that is gone',
      () => query(databaseUrl, 'delete from discount_redemptions_tickets; delete from discount_redemptions'),
      /^the redemption .* is lost$/,
    ],
    [
      'uses that no redemption took',
      () => query(databaseUrl, 'update discount_codes set used = used + 1'),
      /^the uses of a code are not those of its redemptions: \d+$/,
    ],
    [
      'an account that is gone',
      () => query(databaseUrl, "update users set deleted_at = now() where email like 'guest%'"),
      /^the account guest-.* is lost$/,
    ],
    [
      'an answer that is a defect',
      () => journal.note('GET /v1/events', { status: 500, headers: {}, body: '' }, []),
      /^GET \/v1\/events was answered 500/,
    ],
    ['a temporary file that was left', () => undefined, /^the temporary file api-1\/some-file was left$/],
  ]

  const messageOf = (type: string) => receiver.received.findIndex(({ body }) => body.data.type === type)

  async function lose(type: string, statement: string): Promise<void> {
    const { id } = journal.kept.find((one) => one.type === type && one.fate === 'there')!
    await query(databaseUrl, statement.replace('$', id))
  }

  describe('finds', () => {
    let found: string[] = []

    before(async () => {
      for (const [, plant] of planted) await plant()
      found = await findings(['api-1/some-file'])
    })

    for (const [name, , finding] of planted)
      it(name, () => {
        assert.ok(
          found.some((one) => finding.test(one)),
          found.join('\n'),
        )
      })
  })
})
