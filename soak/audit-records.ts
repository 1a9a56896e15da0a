/** Every accepted write is there with its values, deleted records are gone, and nothing is there twice. */

import type { Json } from '../test/support/service.ts'
import type { Audited } from './audit.ts'
import type { Client } from './client.ts'
import type { Answered, Journal, Kept } from './journal.ts'
import type { Actor } from './load.ts'
import { query } from './query.ts'
import { PARTS } from './records.ts'

type Found = Map<string, Json>

export async function auditRecords(actors: Actor[], journal: Journal, databaseUrl: string): Promise<Audited> {
  const findings: string[] = []
  let madeUnanswered = 0
  for (const { client, event } of actors) {
    await client.logIn()
    for (const type of Object.keys(PARTS)) {
      const found = await recordsOf(client, event, type)
      const ofEvent = (one: { event: string; type: string }) => one.event === event && one.type === type
      findings.push(...journal.kept.filter(ofEvent).flatMap((kept) => faultsOf(kept, found.get(kept.id))))
      const names = [...found.values()].map(({ attributes }) => attributes[PARTS[type]!.name])
      for (const { name } of journal.unknown.filter(ofEvent)) {
        const times = names.filter((one) => one === name).length
        if (times === 1) madeUnanswered++
        if (times > 1) findings.push(`${name} was created ${times} times`)
      }
      if (type === 'session') findings.push(...brokenBatches(journal, event, names))
    }
  }
  findings.push(...(await filesMissing(actors[0]!.client, journal)))
  findings.push(...(await rowsMissing(journal, databaseUrl)))
  const { kept, files, accounts, invites, redemptions } = journal
  const certain = (list: Answered[]) => list.filter(({ isCertain }) => isCertain).length
  const parts = {
    records: kept.length,
    files: files.length,
    redemptions: redemptions.length,
    accounts: certain(accounts),
    invitations: certain(invites),
  }
  const sum = Object.values(parts).reduce((total, count) => total + count, 0)
  const figures = { ...parts, verified: sum - findings.length, madeUnanswered }
  return { figures, remarks: [], findings }
}

function brokenBatches({ batches }: Journal, event: string, there: readonly string[]): string[] {
  return batches
    .filter((batch) => batch.event === event)
    .flatMap(({ names }) => {
      const times = names.map((name) => there.filter((one) => one === name).length)
      const isWhole = [0, 1].some((all) => times.every((count) => count === all))
      return isWhole
        ? []
        : [`the operations for ${names[0]} made its ${names.length} sessions ${times} times`]
    })
}

async function recordsOf(client: Client, event: string, type: string): Promise<Found> {
  const linked = type === 'session' ? '&include=speakers,track&fields[speaker]=name&fields[track]=name' : ''
  const told = await client.ask('GET', `/v1/events/${event}/${PARTS[type]!.collection}?page[size]=0${linked}`)
  if (told.outcome !== 'accepted') throw new Error(`The ${type}s of event ${event} could not be read.`)
  return new Map(told.body.data.map((record: Json) => [record.id, record]))
}

function faultsOf(kept: Kept, found: Json): string[] {
  const subject = `${kept.type} ${kept.id}`
  if (!found) return kept.fate === 'there' ? [`${subject} is lost: ${JSON.stringify(kept.values[0])}`] : []
  if (kept.fate === 'gone') return [`${subject} was deleted and is still there`]
  const fault = kept.fault(found.attributes)
  const wrongLinks = [...kept.links].filter(([name, allowed]) => {
    const ids = JSON.stringify(
      [found.relationships[name].data ?? []]
        .flat()
        .map(({ id }) => id)
        .sort(),
    )
    return !allowed.some((some) => JSON.stringify(some.toSorted()) === ids)
  })
  return [
    ...(fault ? [`${subject}: ${fault}`] : []),
    ...wrongLinks.map(
      ([name, allowed]) =>
        `${subject}: its ${name} are ${JSON.stringify(found.relationships[name].data)}, not ${JSON.stringify(allowed)}`,
    ),
  ]
}

async function filesMissing(client: Client, { files }: Journal): Promise<string[]> {
  const findings: string[] = []
  for (const { url, digest } of files)
    if ((await client.digestAt(url)) !== digest)
      findings.push(`the uploaded file ${url} is not what was sent`)
  return findings
}

/** What a client cannot list: accounts, invitations and redemptions. */
async function rowsMissing(journal: Journal, databaseUrl: string): Promise<string[]> {
  const columnOf = async (statement: string) =>
    new Set((await query(databaseUrl, statement)).map(({ value }) => value))
  const users = await columnOf('select email as value from users where deleted_at is null')
  const invites = await columnOf('select email as value from role_invites')
  const taken = await columnOf(
    `select discount_code_id || '/' || id || '/' || quantity as value from discount_redemptions`,
  )
  const certain = (list: Answered[]) => list.filter(({ isCertain }) => isCertain).map(({ email }) => email)
  return [
    ...certain(journal.accounts)
      .filter((email) => !users.has(email))
      .map((email) => `the account ${email} is lost`),
    ...certain(journal.invites)
      .filter((email) => !invites.has(email))
      .map((email) => `the invitation of ${email} is lost`),
    ...journal.redemptions
      .map(({ codeId, id, quantity }) => `${codeId}/${id}/${quantity}`)
      .filter((redemption) => !taken.has(redemption))
      .map((redemption) => `the redemption ${redemption} is lost`),
  ]
}
