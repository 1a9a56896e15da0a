/** Reads the file of a schedule, whatever its format. */
import { demandModest, JsonError } from '../archive/json-scanner.ts'
import type { Warnings } from '../archive/warnings.ts'
import { readFrab } from './frab.ts'
import { frabFromXml } from './frab-xml.ts'
import { ScheduleError, type ScheduleFile } from './schedule-file.ts'
import { readTable } from './table.ts'

export interface ReadOptions {
  /** Of the event, for times without an offset. */
  timezone: string
  warnings: Warnings
}

/** What the first sign says counts, not the name of the file. */
export function readSchedule(bytes: Buffer, { timezone, warnings }: ReadOptions): ScheduleFile {
  const text = decoded(bytes)
  switch (text.trimStart()[0]) {
    case undefined:
      throw new ScheduleError('The file is empty.')
    case '<':
      return readFrab(frabFromXml(text), timezone, warnings)
    case '{':
      return readFrab(parsed(bytes, text), timezone, warnings)
    default:
      return readTable(text, timezone, warnings)
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ScheduleError('The file is not UTF-8. Save it as UTF-8 and try again.')
  }
}

function parsed(bytes: Buffer, text: string): unknown {
  try {
    demandModest(bytes)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof JsonError) throw new ScheduleError(`The file ${error.message}.`)
    throw new ScheduleError(`The file is not JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}
