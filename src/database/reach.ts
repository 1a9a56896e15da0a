/** Explains in a sentence why the database of DATABASE_URL cannot be used, and what to do. Passwords are not repeated. */
import pg from 'pg'
import { withConnection } from './single-connection.ts'

/** The oldest PostgreSQL that has all that the migrations use. */
const OLDEST = 15

export async function demandUsable(url: string): Promise<void> {
  const place = placeOf(url)
  await withConnection(url, async (connection) => {
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
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`DATABASE_URL: the database at ${place.host} ${reasonOf(error, place)}`, { cause: error })
  })
}

class Refusal extends Error {}

interface Place {
  host: string
  user: string
  database: string
}

/** Without its password. */
function placeOf(url: string): Place {
  try {
    const { host, port, user = '', database = user } = new pg.Client(url)
    return { host: host.startsWith('/') ? host : `${host}:${port}`, user, database }
  } catch {
    throw new Error(
      'DATABASE_URL must look like postgresql://user:password@host:5432/database. In the password, write @ : / # as %40 %3A %2F %23.',
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
