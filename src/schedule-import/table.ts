/** A schedule as a table: CSV with a header line, a session in each line. */
import { parse } from 'csv-parse/sync'
import type { Warnings } from '../archive/warnings.ts'
import { htmlOf } from './plain-text.ts'
import { ScheduleCollector, ScheduleError, type ScheduleFile, textIn } from './schedule-file.ts'
import { later, minutesBetween, minutesIn, momentIn } from './times.ts'

/** The columns, and other names for them. */
export const COLUMNS = {
  id: ['code'],
  guid: ['uuid'],
  title: ['name'],
  subtitle: [],
  abstract: ['short-abstract'],
  description: ['long-abstract'],
  start: ['starts-at', 'date'],
  end: ['ends-at'],
  duration: ['length'],
  room: ['location'],
  track: [],
  type: ['session-type'],
  language: [],
  speakers: ['speaker', 'persons'],
} as const satisfies Record<string, readonly string[]>

type Column = keyof typeof COLUMNS
type Line = Partial<Record<Column, string>>

const LONGEST_CELL = 200_000

export function readTable(text: string, timezone: string, warnings: Warnings): ScheduleFile {
  const collector = new ScheduleCollector(warnings)
  const lines = linesOf(text, warnings)
  for (const [index, line] of lines.entries())
    readLine(collector, line, { timezone, where: `Line ${index + 2}` })
  collector.file.event.timezone = timezone
  return collector.file
}

function linesOf(text: string, warnings: Warnings): Line[] {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = count(header, ';') > count(header, ',') ? ';' : ','
  try {
    return parse(text, {
      columns: (names: string[]) => columnsOf(names, warnings),
      delimiter,
      bom: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_CELL * 4,
    })
  } catch (error) {
    if (error instanceof ScheduleError) throw error
    throw new ScheduleError(`The file is not a table: ${(error as Error).message.slice(0, 200)}`)
  }
}

function columnsOf(names: string[], warnings: Warnings): (Column | false)[] {
  const columns = names.map((name) => columnOf(name))
  const unknown = names.filter((name, index) => !columns[index] && name.trim() !== '')
  if (!columns.includes('title'))
    throw new ScheduleError(
      `The file has no column title. The first line names the columns: ${Object.keys(COLUMNS).join(', ')}.`,
    )
  if (unknown.length > 0)
    warnings.add(`The columns ${unknown.map((name) => name.slice(0, 100)).join(', ')} were ignored`)
  return columns
}

function columnOf(name: string): Column | false {
  const plain = name.trim().toLowerCase().replaceAll(/[_ ]/g, '-')
  const found = Object.entries(COLUMNS).find(([column, others]) => [column, ...others].includes(plain))
  return found ? (found[0] as Column) : false
}

function readLine(
  collector: ScheduleCollector,
  line: Line,
  { timezone, where }: { timezone: string; where: string },
): void {
  const time = (column: 'start' | 'end') => {
    const text = textIn(line[column])
    const moment = momentIn(text, timezone)
    if (text !== '' && moment === undefined)
      throw new ScheduleError(
        `${where}: ${column} must be a time such as 2026-05-01 10:00 or 2026-05-01T10:00:00+02:00`,
      )
    return moment
  }
  const [starts, minutes] = [time('start'), minutesIn(textIn(line.duration))]
  const ends = time('end') ?? (starts && minutes !== undefined ? later(starts, minutes) : undefined)
  const says = (column: Column) => line[column] !== undefined
  if (textIn(line.title) === '') throw new ScheduleError(`${where}: title is required`)
  collector.session({
    name: textIn(line.title),
    guid: line.guid,
    sourceId: line.id,
    fields: {
      ...(says('subtitle') && { subtitle: textIn(line.subtitle) || null }),
      ...(says('abstract') && { short_abstract: htmlOf(textIn(line.abstract)) }),
      ...(says('description') && { long_abstract: htmlOf(textIn(line.description)) }),
      ...(says('language') && { language: textIn(line.language) || null }),
      ...(says('start') && { starts_at: starts ?? null }),
      ...((says('end') || says('duration')) && { ends_at: ends ?? null }),
    },
    ...(says('room') && { room: collector.room(line.room) }),
    ...(says('track') && { track: collector.track(line.track) }),
    ...(says('type') && {
      type: collector.type(line.type, starts && ends ? minutesBetween(starts, ends) : 30),
    }),
    ...(says('speakers') && { speakers: speakersOf(collector, line.speakers!) }),
  })
}

/** Names, with a semicolon or a line break between them. */
function speakersOf(collector: ScheduleCollector, names: string) {
  return names.split(/[;\n|]/).flatMap((name) => collector.speaker({ name, fields: {} }) ?? [])
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}
