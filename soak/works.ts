/** What clients do beyond records: files, tasks, codes, accounts and invitations. */
import { setTimeout as delay } from 'node:timers/promises'
import { ATOMIC } from '../test/support/atomic.ts'
import { bodyOf } from '../test/support/make.ts'
import { PASSWORD } from '../test/support/people.ts'
import type { Json } from '../test/support/service.ts'
import { multipart } from '../tools/archives.ts'
import { photo } from '../tools/pictures.ts'
import { zipOf } from '../tools/zips.ts'
import { digestOf } from './client.ts'
import { Kept, type StartedTask } from './journal.ts'
import type { Actor } from './load.ts'
import { patch, someOf } from './records.ts'

const REPEATS = 6

async function upload(
  { client }: Actor,
  path: string,
  name: string,
  content: Buffer,
): Promise<string | undefined> {
  const told = await client.ask('POST', path, { form: multipart('file', content, name) })
  if (told.outcome !== 'accepted') return undefined
  client.journal.files.push({ url: told.body.url, digest: digestOf(content) })
  return told.body.url
}

export async function uploadFile(actor: Actor): Promise<void> {
  const size = 1_000 + actor.client.dice.below(400_000)
  const content = Buffer.from(`%PDF-1.7\n${actor.client.unique('file')}\n`.padEnd(size, 'x'))
  await upload(actor, '/v1/upload/file', 'slides.pdf', content)
}

/** A picture for a speaker; its variants follow in a task. */
export async function uploadPicture(actor: Actor): Promise<void> {
  const speaker = someOf(actor, ({ type }) => type === 'speaker')
  if (!speaker) return
  const picture = await photo(200 + actor.client.dice.below(400), 300)
    .jpeg()
    .toBuffer()
  const url = await upload(actor, '/v1/upload/image', 'photo.jpg', picture)
  if (url && speaker.isCertain) await patch(actor, speaker, { 'photo-url': url })
}

async function startTask(
  { client }: Actor,
  kind: StartedTask['kind'],
  path: string,
  form?: Buffer,
): Promise<void> {
  const ask = form ? { form: multipart('file', form, 'event.zip') } : { body: {} }
  const told = await client.ask('POST', path, ask)
  if (told.outcome === 'accepted') client.journal.tasks.push({ url: told.body.task_url, kind })
}

export async function exportEvent(actor: Actor): Promise<void> {
  await startTask(actor, 'export', `/v1/events/${actor.event}/export/json`)
}

export async function copyEvent(actor: Actor): Promise<void> {
  await startTask(actor, 'copy', `/v1/events/${actor.template}/copy`)
}

/** An archive of any size, some with a picture for each speaker. */
export async function importEvent(actor: Actor): Promise<void> {
  const { client } = actor
  const name = client.unique('import')
  const counts = {
    tracks: 1 + client.dice.below(5),
    speakers: 2 + client.dice.below(10),
    sessions: 5 + client.dice.below(400),
  }
  const picture = client.dice.below(2) === 0 && (await photo(120, 120).png().toBuffer())
  const many = (count: number, one: (number: number) => object) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, ...one(index + 1) }))
  const archive = zipOf({
    event: { id: 1, name, starts_at: '2030-05-01T09:00:00Z', ends_at: '2030-05-03T18:00:00Z' },
    tracks: many(counts.tracks, (number) => ({ name: `Track ${number}`, color: '#336699' })),
    speakers: many(counts.speakers, (number) => ({
      name: `Speaker ${number}`,
      email: `speaker${number}@plenum.test`,
      ...(picture && { photo_url: '/images/speaker.png' }),
    })),
    sessions: many(counts.sessions, (number) => ({
      title: `Session ${number}`,
      track_id: 1 + (number % counts.tracks),
      speaker_ids: [1 + (number % counts.speakers)],
    })),
    ...(picture && { 'images/speaker.png': picture }),
  })
  client.journal.archives.set(name, counts)
  await startTask(actor, 'import', '/v1/events/import/json', archive)
}

/** Takes uses of the limited code. A lost answer is asked for again, with the same key. */
export async function redeem({ client, event, code }: Actor): Promise<void> {
  const quantity = 1 + client.dice.below(3)
  const key = client.unique('order')
  const body = { data: { type: 'discount-redemption', attributes: { quantity } } }
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const path = `/v1/events/${event}/discount-codes/EARLY/redemptions`
    const headers = { 'idempotency-key': key }
    const { outcome, body: answer } = await client.ask('POST', path, { body, headers, expected: [409, 422] })
    if (outcome === 'accepted')
      client.journal.redemptions.push({ codeId: code, id: answer.data.id, quantity })
    const isRunning = outcome === 'refused' && answer?.errors?.[0]?.status === '409'
    if (outcome === 'accepted' || (outcome === 'refused' && !isRunning)) return
    await delay(300)
  }
}

/** Several records by one request with a key: whatever becomes of the answer, each is there once, or none is. */
export async function operate({ client, event, own }: Actor): Promise<void> {
  const links = { event: { data: { type: 'event', id: event } } }
  const track = {
    type: 'track',
    lid: 'track',
    attributes: { name: client.unique('track'), color: '#336699' },
  }
  const sessions = Array.from({ length: 1 + client.dice.below(20) }, () => ({
    type: 'session',
    attributes: { title: client.unique('session') },
    relationships: { ...links, track: { data: { type: 'track', lid: 'track' } } },
  }))
  const added = [{ ...track, relationships: links }, ...sessions].map((data) => ({ op: 'add', data }))
  const headers = { 'content-type': ATOMIC, accept: ATOMIC, 'idempotency-key': client.unique('operations') }
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const body = { 'atomic:operations': added }
    const told = await client.ask('POST', '/v1/operations', { body, headers, expected: [409] })
    if (told.outcome === 'accepted') {
      const made = told.body['atomic:results'].map(
        ({ data }: Json) => new Kept(data.type, data.id, event, data.attributes),
      )
      for (const one of made.slice(1)) one.links.set('track', [[made[0].id]])
      made[0].isLinked = true
      client.journal.kept.push(...made)
      own.push(...made)
      return
    }
    await delay(300)
  }
  const names = sessions.map(({ attributes }) => attributes.title)
  client.journal.batches.push({ event, names })
}

export async function signUp({ client }: Actor): Promise<void> {
  const email = `${client.unique('guest').replaceAll(' ', '-')}@plenum.test`
  const body = { data: { type: 'user', attributes: { email, password: PASSWORD } } }
  const { outcome } = await client.ask('POST', '/v1/users', { body, expected: [429] })
  client.journal.accounts.push({ email, isCertain: outcome === 'accepted' })
}

export async function logIn({ client }: Actor): Promise<void> {
  await client.logIn()
}

export async function invite({ client, event }: Actor): Promise<void> {
  const email = `${client.unique('invited').replaceAll(' ', '-')}@plenum.test`
  const body = bodyOf('role-invite', { email }, { event: { type: 'event', id: event } })
  const { outcome } = await client.ask('POST', '/v1/role-invites', { body, expected: [429] })
  client.journal.invites.push({ email, isCertain: outcome === 'accepted' })
}
