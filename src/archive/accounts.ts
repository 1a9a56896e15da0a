/**
 * The accounts that records of an archive refer to by e-mail address. Only staff import what others have written in their
 * name: otherwise anyone could put words into the mouth of a user, and find out which addresses have an account.
 */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import type { RecordFormat } from './formats.ts'
import type { ReadingContext } from './reading.ts'
import type { ReadRecord } from './record.ts'
import type { Batch } from './references.ts'

/** From addresses in lower case to ids. */
export type Accounts = ReadonlyMap<string, string>

interface Importing {
  tx: Db
  context: ReadingContext
  /** The user who imports. */
  ownerId: string
}

export async function findAccounts(
  { tx, context, ownerId }: Importing,
  { format, read }: Pick<Batch, 'format' | 'read'>,
): Promise<Accounts> {
  const named = read.flatMap(({ accounts }) => [...accounts.values()].map((address) => address.toLowerCase()))
  const addresses = [...new Set(named)]
  if (addresses.length === 0) return new Map()
  const rows = await tx.query<{ id: string; email: string }>(
    sql`select id, lower(email) as email from users where lower(email) = any(${addresses}::text[])
      and is_verified and deleted_at is null and (${context.isStaff}::boolean or id = ${ownerId})`,
  )
  const found = new Map(rows.map(({ id, email }) => [email, id]))
  const strangers = named.filter((address) => !found.has(address)).length
  if (strangers > 0)
    context.warnings.add(
      `File ${format.file}: ${strangers} records were imported without their author. Only staff import records of other users, who need an account with the confirmed address`,
    )
  return found
}

export function accountKeys({ accounts }: RecordFormat, record: ReadRecord, found: Accounts): Row {
  return Object.fromEntries(
    accounts.map(({ relation: { column } }) => [
      column,
      found.get(record.accounts.get(column)?.toLowerCase() ?? '') ?? null,
    ]),
  )
}
