import type { Sql } from 'sql-template-tag'
import { statements } from '../../src/database/connect.ts'

/** The statements that are sent while the work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const note = (statement: unknown) => seen.push((statement as Sql).text)
  statements.subscribe(note)
  try {
    await work()
  } finally {
    statements.unsubscribe(note)
  }
  return seen
}
