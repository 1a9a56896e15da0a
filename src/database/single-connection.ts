import pg from 'pg'

export type Connection = pg.Client

/** One connection for work that must not be spread over several, without a limit for a statement. */
export async function withConnection<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A broken connection also fails the query at hand; without a listener the process would end.
  connection.on('error', () => {})
  await connection.connect()
  try {
    // By a statement, because pools such as PgBouncer refuse settings at the start of a connection.
    await connection.query("set timezone = 'UTC'")
    return await work(connection)
  } finally {
    await connection.end()
  }
}
