/** Tickets and codes in archives: what is carried, what never is, and what an archive may not hold. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive, finished, importArchive, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { comparable, filesOf } from '../support/comparable.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)
const admin = await logInAdmin(service)

const EVENT = { name: 'Tea Days', ends_at: '2030-05-03T18:00:00Z', timezone: 'UTC' }
const SALES = { sales_starts_at: '2030-01-01T00:00:00Z', sales_ends_at: '2030-05-01T00:00:00Z' }
const ticket = (id: number, more: Json = {}) => ({
  id,
  name: `Ticket ${id}`,
  type: 'paid',
  price: 5,
  ...SALES,
  ...more,
})
const code = (id: number, more: Json = {}) => ({
  id,
  code: `CODE${id}`,
  type: 'percent',
  value: 5,
  used_for: 'tickets',
  ...more,
})

async function failureOf(files: Record<string, Json>): Promise<string> {
  const { body } = await startImport(service, owner, zipOf({ event: EVENT, ...files }))
  const { state, result } = await finished(service, body.task_url)
  assert.equal(state, 'FAILURE')
  return result
}

describe('an archive', () => {
  it('carries tickets, their tags and ticket-level codes with all links, there and back', async () => {
    const event = linkTo(await make(service, owner, 'event', { 'can-pay-onsite': true }))
    const tags = [
      linkTo(await make(service, owner, 'ticket-tag', { name: 'Adults' }, { event })),
      linkTo(await make(service, owner, 'ticket-tag', { name: 'Crew' }, { event })),
    ]
    const paid = { type: 'paid', price: 12.5 }
    const gold = await make(
      service,
      owner,
      'ticket',
      { name: 'Gold', ...paid },
      { event, 'ticket-tags': tags },
    )
    const crew = await make(service, owner, 'ticket', { name: 'Crew', ...paid, 'is-hidden': true }, { event })
    const tickets = [gold, crew].map(linkTo)
    await make(service, owner, 'discount-code', { 'tickets-number': 9 }, { event, tickets })

    const first = await exportArchive(service, owner, event.id)
    const { state, result } = await importArchive(service, owner, first)
    const second = await filesOf(await exportArchive(service, owner, result.id))

    const files = await filesOf(first)
    assert.deepEqual([state, result.warnings], ['SUCCESS', []])
    assert.deepEqual(comparable(second), comparable(files))
    assert.deepEqual(
      [files.ticket_tags.length, files.tickets[0].ticket_tag_ids, files.discount_codes[0].ticket_ids],
      [2, tags.map(({ id }) => Number(id)), tickets.map(({ id }) => Number(id))],
    )
  })

  it('never carries event-level codes, access codes, redemptions or payment authorizations', async () => {
    const event = linkTo(await make(service, owner, 'event'))
    await make(service, admin, 'discount-code', { code: 'EVENTLEVEL', 'used-for': 'events' }, { event })
    await make(service, owner, 'access-code', { code: 'OPENSESAME' }, { event })
    await make(service, owner, 'payment-authorization', { 'payment-publishable-key': 'pk_shown' }, { event })

    const files = await filesOf(await exportArchive(service, admin, event.id))

    assert.deepEqual([files.discount_codes, files.event.is_stripe_linked], [[], true])
    assert.doesNotMatch(JSON.stringify(files), /EVENTLEVEL|OPENSESAME|pk_shown|ac_sample/)
  })
})

describe('an import', () => {
  it('leaves out event-level codes, whoever imports, and links an account to none', async () => {
    const codes = [
      code(1, { used_for: 'events' }),
      code(2, { used_for: 'event' }),
      code(3, { marketer_id: 1 }),
    ]
    const silent = { ...code(4), used_for: undefined }

    const { result } = await importArchive(
      service,
      admin,
      zipOf({ event: EVENT, discount_codes: [...codes, silent] }),
    )

    assert.deepEqual(result.warnings, [
      'File discount_codes, ID 1: skipped because its used_for is not tickets',
      'File discount_codes, ID 2: skipped because its used_for is not tickets',
    ])
    const rows = await service.db.query(
      sql`select code, used_for, marketer_id from discount_codes where event_id = ${result.id} order by id`,
    )
    const kept = (name: string) => ({ code: name, used_for: 'tickets', marketer_id: null })
    assert.deepEqual(rows, [kept('CODE3'), kept('CODE4')])
  })

  it('fails with the file and the record when a name or code stands there twice', async () => {
    assert.equal(
      await failureOf({ tickets: [ticket(3), ticket(4), ticket(5, { name: 'Ticket 3' })] }),
      'File tickets, ID 5: The event already has a ticket with this name.',
    )
    assert.equal(
      await failureOf({ discount_codes: [code(1), code(2, { code: 'code1' })] }),
      'File discount_codes, ID 2: The event already has this discount code.',
    )
  })

  it('fails with the file and the record when a rule is broken that cannot be mended', async () => {
    assert.equal(
      await failureOf({ discount_codes: [code(3, { type: 'percent', value: 101 })] }),
      'File discount_codes, ID 3: value must be between 0 and 100 for a percent code',
    )
    assert.equal(
      await failureOf({ tickets: [ticket(3, { sales_ends_at: SALES.sales_starts_at })] }),
      'File tickets, ID 3: sales_ends_at must be after sales_starts_at',
    )
  })

  it('mends a rule by a value that may be left out', async () => {
    const { result } = await importArchive(
      service,
      owner,
      zipOf({ event: EVENT, tickets: [ticket(3, { min_order: 5, max_order: 4, quantity: 3 })] }),
    )

    const { tickets } = await filesOf(await exportArchive(service, owner, result.id))
    assert.deepEqual(
      tickets.map((one: Json) => [one.min_order, one.max_order, one.quantity]),
      [[3, 3, 3]],
    )
    assert.deepEqual(result.warnings, [
      'File tickets, ID 3: max_order should be greater than or equal to min_order; min_order was set to 4',
      'File tickets, ID 3: quantity should be greater than or equal to min_order; min_order was set to 3',
      'File tickets, ID 3: quantity should be greater than or equal to max_order; max_order was set to 3',
    ])
  })
})
