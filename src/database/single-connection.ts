import pg from 'pg'

export type Session = pg.Client

/** One connection for work that must not be spread over several, without a limit for a statement. */
export async function withSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = new pg.Client({
    connectionString: url,
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 10_000,
  })
  // A broken connection also fails the query at hand; without a listener the process would end.
  session.on('error', () => {})
  await session.connect()
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}
