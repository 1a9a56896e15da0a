/** The files of exports in the storage. A file has the same extension there and in a download. */
import type { FileAnswer } from '../files/storage.ts'

export interface ExportFile {
  /** The name of the task that makes it. */
  task: string
  ending: string
  type: string
}

export const ARCHIVE: ExportFile = { task: 'export.event', ending: '.zip', type: 'application/zip' }

const table = (name: string): ExportFile => ({
  task: `export.${name}.csv`,
  ending: `-${name}.csv`,
  type: 'text/csv; charset=utf-8',
})

/**
 * The record types that can be exported as a table, by the name in the path, which is also the name of their archive file.
 */
export const TABLES = { sessions: table('sessions'), speakers: table('speakers') } as const
export type TableName = keyof typeof TABLES
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** Apart from media, which everyone may read. One for each task, so that two exports of an event never meet; a repeated attempt replaces the former whole. */
export function exportKey({ ending }: ExportFile, taskId: string): string {
  return `private/exports/${taskId}${ending}`
}

export function fileNameOf({ ending }: ExportFile, eventId: string): string {
  return `event${eventId}${ending}`
}

/** How the file is sent. Before there were tables, every export was an archive. */
export function answerFor(key: string, eventId: string): FileAnswer {
  const file = Object.values(TABLES).find(({ ending }) => key.endsWith(ending)) ?? ARCHIVE
  return { type: file.type, disposition: `attachment; filename="${fileNameOf(file, eventId)}"` }
}
