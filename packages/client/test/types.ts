/** What the compiler must know. This file is compiled with the tests and never run. */
import type { PlenumClient, RecordOf } from '../src/plenum-client.ts'

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false
const holds = <_Claim extends true>() => undefined

export async function check(client: PlenumClient): Promise<void> {
  const plain = await client.sessions.get('1')
  holds<Same<typeof plain.startsAt, string | null>>()
  holds<Same<typeof plain.event, { id: string }>>()
  holds<Same<typeof plain.track, { id: string } | null>>()
  // @ts-expect-error: a to-many relationship is there only when it is included
  plain.speakers

  const deep = await client.sessions.get('1', { include: ['track', 'speakers.event.owner'] })
  holds<Same<NonNullable<typeof deep.track>['color'], string>>()
  holds<Same<(typeof deep.speakers)[number]['event']['owner'], RecordOf<'user'> | null>>()
  // @ts-expect-error: what is included on the way is not included everywhere
  deep.event.owner

  const sparse = await client.sessions.list({
    include: ['track'],
    fields: { session: ['title', 'track'], track: ['name'] },
  })
  const [first] = sparse.records
  holds<Same<keyof NonNullable<typeof first>, 'id' | 'title' | 'track'>>()
  holds<Same<keyof NonNullable<NonNullable<typeof first>['track']>, 'id' | 'name'>>()

  const related = await client.events.related('1', 'speakersCall')
  holds<Same<typeof related, RecordOf<'speakers-call'> | null>>()

  // @ts-expect-error: there is no such relationship
  await client.sessions.get('1', { include: ['room'] })
  // @ts-expect-error: there is no such relationship of a track
  await client.sessions.get('1', { include: ['track.speakers'] })
  // @ts-expect-error: there is no such field of a session
  await client.sessions.list({ fields: { session: ['name'] } })
  // @ts-expect-error: there is no such field to sort by
  await client.sessions.list({ sort: ['name'] })
  // @ts-expect-error: there is no such state
  await client.sessions.list({ filter: { state: 'open' } })
  // @ts-expect-error: there is no such operator
  await client.sessions.list({ filter: [{ name: 'title', op: 'is like', val: 'a' }] })
  // @ts-expect-error: there is no such option
  await client.sessions.list({ includes: ['track'] })
  // @ts-expect-error: users do not belong to one event
  await client.users.list({ event: '1' })
  // @ts-expect-error: the event is required
  await client.sessions.create({ title: 'Tea' })
  // @ts-expect-error: a title cannot be null
  await client.sessions.update('1', { title: null })
  // @ts-expect-error: a record stays with its event
  await client.sessions.update('1', { event: '2' })
  // @ts-expect-error: the service gives it
  await client.events.update('1', { identifier: 'abc' })
  // @ts-expect-error: nobody writes mails by hand
  client.mails.create
  // @ts-expect-error: this holds no address of a file
  await client.sessions.attach('1', 'title', new Blob())
  // @ts-expect-error: only a to-many relationship can be added to
  await client.sessions.addLinks('1', 'track', ['1'])
  // @ts-expect-error: the path has to be filled
  await client.call('POST /v1/events/{id}/copy')
  // @ts-expect-error: the route needs a body
  await client.call('POST /v1/users/check_email')
  // @ts-expect-error: the route takes no body
  await client.call('GET /healthz', { body: {} })
  // @ts-expect-error: the route needs a body of another shape
  await client.call('POST /v1/users/check_email', { body: { mail: 'ada@example.org' } })
}
