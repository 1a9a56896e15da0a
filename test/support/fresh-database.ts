import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export const TEMPLATE = 'plenum_template'
const OBJECT_IN_USE = '55006'

export interface FreshDatabase {
  url: string
  /** How a service is told to use it. */
  variables: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string }
  drop(): Promise<void>
}

/** A database of its own with all migrations applied. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await copyTemplate(name)
  const url = urlOf(name)
  const pool = process.env.TEST_POOL_URL
  const variables = pool
    ? { DATABASE_URL: withName(pool, name), DATABASE_DIRECT_URL: url }
    : { DATABASE_URL: url }
  return { url, variables, drop: () => administer(`drop database ${name} with (force)`) }
}

/** The address of another database on the server of the tests. */
export function urlOf(database: string): string {
  return withName(serverUrl(), database)
}

function withName(url: string, database: string): string {
  return url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`)
}

export async function administer(statement: string): Promise<void> {
  const client = new pg.Client(serverUrl())
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('The tests need the server that npm test starts: npm test -- test/name.test.ts')
  return url
}

async function copyTemplate(name: string): Promise<void> {
  try {
    await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  } catch (error) {
    // Whoever still looks at the template will be gone soon.
    if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error
    await delay(100)
    await copyTemplate(name)
  }
}
