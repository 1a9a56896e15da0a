/** Explains in a sentence why a configured database cannot be used, and what to do. Passwords are not repeated. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Config } from '../config.ts'
import { type Connection, withConnection } from './single-connection.ts'

/** The oldest PostgreSQL that has all that the migrations use. */
const OLDEST = 15

type Addresses = Pick<Config, 'databaseUrl' | 'databasePoolUrl'>

/** Checks the configured addresses, and returns the one that keeps a session for each connection. */
export async function demandUsable({ databaseUrl: url, databasePoolUrl: pool }: Addresses): Promise<string> {
  const direct = { url: url!, variable: pool === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL' }
  const instance = await explained(direct, async (connection, place) => {
    await demandSuitable(connection, place)
    await demandSession(connection, direct.url)
    return instanceOf(connection)
  })
  if (pool === undefined) return direct.url
  await explained({ url: pool, variable: 'DATABASE_URL' }, async (connection) => {
    if ((await instanceOf(connection)) !== instance)
      throw new Refusal('is not the database of DATABASE_DIRECT_URL. Both must lead to the same one.')
  })
  return direct.url
}

/** Runs the check, and says of which address and place it complains. */
async function explained<T>(
  { url, variable }: { url: string; variable: string },
  check: (connection: Connection, place: Place) => Promise<T>,
): Promise<T> {
  const place = placeOf(url, variable)
  return withConnection(url, (connection) => check(connection, place)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(`${variable}: the database at ${place.host} ${reasonOf(error, place)}`, {
        cause: error,
      })
    },
  )
}

async function demandSuitable(connection: Connection, place: Place): Promise<void> {
  const { rows } = await connection.query<{ version: number; writable: boolean; creates: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, not pg_is_in_recovery() as writable,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates`,
  )
  const { version, writable, creates } = rows[0]!
  if (version < OLDEST) throw new Refusal(`is PostgreSQL ${version}; Plenum needs ${OLDEST} or newer.`)
  if (!writable) throw new Refusal('is a read-only replica. Use the primary server.')
  if (!creates)
    throw new Refusal(
      `does not allow ${place.user} to create tables. Make the user the owner of the database: alter database "${place.database}" owner to "${place.user}"`,
    )
}

/** A pool in transaction mode gives a second connection the session in which the first one has just left a mark. */
async function demandSession(connection: Connection, url: string): Promise<void> {
  const mark = randomUUID()
  await connection.query("select set_config('plenum.mark', $1, false)", [mark])
  const found = await withConnection(url, async (other) => {
    const { rows } = await other.query<{ mark: string | null }>(
      "select current_setting('plenum.mark', true) as mark",
    )
    return rows[0]!.mark
  })
  if (found === mark)
    throw new Refusal(
      'is behind a pool in transaction mode. Set DATABASE_DIRECT_URL to the address of the server itself, or set the pool to session mode.',
    )
}

/** Tells databases apart, whatever the address. */
async function instanceOf(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ instance: string }>(
    "select current_database() || ' ' || pg_postmaster_start_time() as instance",
  )
  return rows[0]!.instance
}

class Refusal extends Error {}

interface Place {
  host: string
  user: string
  database: string
}

/** Without its password. */
function placeOf(url: string, variable: string): Place {
  try {
    const { host, port, user = '', database = user } = new pg.Client(url)
    return { host: host.startsWith('/') ? host : `${host}:${port}`, user, database }
  } catch {
    throw new Error(
      `${variable} must look like postgresql://user:password@host:5432/database. In the password, write @ : / # as %40 %3A %2F %23.`,
    )
  }
}

function reasonOf(error: NodeJS.ErrnoException, { user, database }: Place): string {
  if (error instanceof Refusal) return error.message
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'refuses connections. Start PostgreSQL there, or correct the host and port.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'cannot be found: the host name does not resolve. Correct the host.'
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'cannot be reached. Check the host, the port and any firewall.'
    case '28P01':
      return `rejected the password of ${user}. Correct the user or the password.`
    case '28000':
      return `rejected ${user}: ${error.message}. Check pg_hba.conf, and whether the server requires sslmode=require.`
    case '3D000':
      return `has no database ${database}. Create it: createdb --owner=${user} ${database}`
    case '42501':
      return `does not let ${user} connect: ${error.message}. Make the user the owner of the database.`
    case '53300':
      return 'has no free connections. Raise max_connections.'
    case '57P03':
      return 'is still starting. Try again in a few seconds.'
    default:
      return /timeout/.test(error.message)
        ? 'cannot be reached. Check the host, the port and any firewall.'
        : `cannot be used: ${error.message}`
  }
}
