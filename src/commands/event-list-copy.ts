import { enterCopy } from '../archive/start-tasks.ts'
import { inColumns, oneLine, shortTime } from './columns.ts'
import type { Call, Outcome } from './command.ts'
import { demandEvent, demandUser, listEvents } from './find-event.ts'
import { newMark, runTask } from './run-task.ts'
import { withDb, withParts } from './with-parts.ts'

export function eventList(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const events = await listEvents(db, call.option('search'), Number(call.option('limit')))
    const rows = events.map((event) => [
      event.id,
      event.identifier,
      event.name,
      event.state,
      shortTime(event.starts_at),
      shortTime(event.ends_at),
      event.owner,
    ])
    const headings = ['ID', 'IDENTIFIER', 'NAME', 'STATE', 'STARTS', 'ENDS', 'OWNER']
    return { text: events.length === 0 ? 'No events found.' : inColumns(headings, rows), value: events }
  })
}

export interface ImportResult {
  id: string
  event_name: string
  url: string
  warnings: string[]
}

/** The report about a new event, with all repairs. */
export function madeText(verb: string, { id, event_name, url, warnings }: ImportResult): string {
  return [
    `${verb} ${oneLine(event_name)} as event ${id}: ${url}`,
    ...warnings.map((warning) => `Warning: ${oneLine(warning)}`),
  ].join('\n')
}

export function eventCopy(call: Call): Promise<Outcome> {
  return withParts(call, async (parts) => {
    const event = await demandEvent(parts.db, call.argument('event'))
    const owner = call.option('owner') ?? event.owner
    if (owner === null) throw new Error(`Event ${event.id} has no owner. Set one with --owner.`)
    const userId = await demandUser(parts.db, owner)
    const mark = newMark()
    const task = await enterCopy(parts, event.id, { userId, mark })
    const result = await runTask<ImportResult>(parts, call, task, mark)
    return { text: madeText(`Copied ${oneLine(event.name)}:`, result), value: { task, ...result } }
  })
}
