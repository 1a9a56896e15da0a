/** Every task has ended, and what it made is whole. */

import type { Json } from '../test/support/service.ts'
import { unzip } from '../tools/zips.ts'
import type { Audited } from './audit.ts'
import type { Journal } from './journal.ts'
import { type Actor, TEMPLATE } from './load.ts'
import { query } from './query.ts'

/** What a task says that failed by a defect, and the tries after which it may be given up all the same. */
const DEFECT = 'Internal Server Error'
const TRIES = 4
const MEMBERS = ['event', 'sessions', 'speakers', 'tracks', 'meta']
const TASKS = 'select id::text, name, state, result, attempt, finished_at from tasks order by created_at'
const EVENTS = `select e.id::text, e.name,
    (select count(*)::int from tracks t where t.event_id = e.id) as tracks,
    (select count(*)::int from speakers s where s.event_id = e.id) as speakers,
    (select count(*)::int from sessions s where s.event_id = e.id) as sessions,
    (select count(*)::int from users_events_roles r where r.event_id = e.id) as owners
  from events e where e.deleted_at is null order by e.id`

export async function auditTasks({ client }: Actor, journal: Journal, databaseUrl: string): Promise<Audited> {
  const tasks: Json[] = await query(databaseUrl, TASKS)
  const events: Json[] = await query(databaseUrl, EVENTS)
  const known = new Set(tasks.map(({ id }) => `/v1/tasks/${id}`))
  const findings = [
    ...journal.tasks.filter(({ url }) => !known.has(url)).map(({ url }) => `the task ${url} is lost`),
    ...tasks.flatMap(endingFault),
    ...eventFaults(tasks, events, journal),
  ]
  const exported = tasks.filter(({ name, state }) => name === 'export.event' && state === 'SUCCESS')
  for (const { id, result } of exported) {
    const fault = await archiveFault(result.download_url)
    if (fault) findings.push(`the archive of the export ${id} ${fault}`)
  }
  for (const { url } of journal.tasks.slice(0, 20)) {
    const told = await client.ask('GET', url)
    if (!('result' in (told.body ?? {}))) findings.push(`${url} does not tell its end`)
  }
  const count = (fits: (task: Json) => boolean) => tasks.filter(fits).length
  const figures = {
    tasks: tasks.length,
    succeeded: count(({ state }) => state === 'SUCCESS'),
    failed: count(({ state, finished_at }) => finished_at && state !== 'SUCCESS'),
    repeated: count(({ attempt }) => attempt > 1),
    archives: exported.length,
    imported: count(({ name, state }) => name === 'import.event' && state === 'SUCCESS'),
    copied: count(({ name, state }) => name === 'copy.event' && state === 'SUCCESS'),
    pictures: count(({ name, state }) => name.startsWith('resize.') && state === 'SUCCESS'),
  }
  return { figures, remarks: tasks.flatMap(failureOf), findings }
}

function endingFault({ id, name, state, result, attempt, finished_at }: Json): string[] {
  const subject = `the task ${name} ${id}`
  if (!finished_at) return [`${subject} has not ended: ${state} at attempt ${attempt}`]
  if (state === 'SUCCESS') return []
  const text = result?.result ?? result
  if (typeof text !== 'string' || text === '') return [`${subject} failed without a text`]
  // A worker that dies each time it takes the task up is a reason to give up, one or two deaths are not.
  return text === DEFECT && attempt < TRIES ? [`${subject} failed at attempt ${attempt}: ${text}`] : []
}

function failureOf({ id, name, state, result, attempt, finished_at }: Json): string[] {
  if (!finished_at || state === 'SUCCESS') return []
  return [`${name} ${id} failed at attempt ${attempt}: ${result?.result ?? result}`]
}

/** Each import and copy made one event, whole; those that failed or were never accepted made none. */
function eventFaults(tasks: Json[], events: Json[], { archives }: Journal): string[] {
  const made = new Set(
    tasks
      .filter(({ name, state }) => state === 'SUCCESS' && ['import.event', 'copy.event'].includes(name))
      .map(({ result }) => result.id),
  )
  const ids = new Set(events.map(({ id }) => id))
  const lost = [...made].filter((id) => !ids.has(id)).map((id) => `the event ${id} that a task made is lost`)
  const found = events.flatMap(({ id, name, ...counts }) => {
    const content = archives.get(name) ?? (/^Template/.test(name) ? TEMPLATE : undefined)
    if (!content) return []
    const isMade = made.has(id) || /^Template/.test(name)
    const told = JSON.stringify(counts)
    const wanted = JSON.stringify({ ...content, owners: 1 })
    return [
      ...(told === wanted ? [] : [`the event ${id}, ${name}, is not whole: ${told} instead of ${wanted}`]),
      ...(isMade ? [] : [`the event ${id}, ${name}, is there without a task that made it`]),
    ]
  })
  const names = events.map(({ name }) => name).filter((name) => archives.has(name))
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return [...lost, ...found, ...twice.map((name) => `${name} was imported twice`)]
}

async function archiveFault(url: string): Promise<string | undefined> {
  const answer = await fetch(url).catch(() => undefined)
  if (!answer?.ok) return `cannot be fetched: ${answer?.status}`
  try {
    const members = await unzip(Buffer.from(await answer.arrayBuffer()))
    const missing = MEMBERS.filter((name) => !members.has(name))
    for (const name of MEMBERS) JSON.parse(members.get(name)?.toString() ?? 'null')
    return missing.length > 0 ? `lacks ${missing.join(', ')}` : undefined
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
}
