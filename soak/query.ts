import pg from 'pg'

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = Record<string, any>

/** Runs a statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url)
  // A fault may cut it in the middle; the statement tells it.
  client.on('error', () => {})
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
