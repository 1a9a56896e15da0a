import { statements } from '../../src/database/connect.ts'

/** The statements that are sent while the work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const note = (statement: unknown) => seen.push((statement as { text: string }).text)
  statements.start.subscribe(note)
  try {
    await work()
  } finally {
    statements.start.unsubscribe(note)
  }
  return seen
}
