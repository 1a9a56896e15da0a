import { randomBytes, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { hashPassword } from '../access/password.ts'
import { uploadKey } from '../archive/import.ts'
import { enterImport } from '../archive/start-tasks.ts'
import type { Db } from '../database/connect.ts'
import { demoArchive } from '../demo/archive.ts'
import { NAME } from '../demo/programme.ts'
import { emailKind, Invalid } from '../resources/field-types.ts'
import { oneLine } from './columns.ts'
import type { Call, Outcome } from './command.ts'
import type { ImportResult } from './event-list-copy.ts'
import { newMark, runTask } from './run-task.ts'
import { withMigratedParts } from './with-parts.ts'

export async function demo(call: Call): Promise<Outcome> {
  const address = call.option('owner')!
  const email = emailKind.read(address)
  if (email instanceof Invalid) throw new Error(`${address} ${email.reason}.`)
  return withMigratedParts(call, async (parts) => {
    const { db, storage, config } = parts
    if (!call.flag('again')) await demandNone(db, email as string)
    const owner = await findOrMakeUser(db, email as string)
    const id = randomUUID()
    const mark = newMark()
    call.progress.show('Drawing pictures')
    await storage.put(uploadKey(id), demoArchive(new Date()), 'application/zip')
    call.signal.throwIfAborted()
    const task = await enterImport(parts, id, { userId: owner.id, mark })
    const result = await runTask<ImportResult>(parts, call, task, mark)
    const url = `${config.publicUrl}/v1/events/${result.id}`
    const login = owner.password
      ? `Owner: ${email}. Password (shown only once): ${owner.password}`
      : `Owner: ${email}, with the existing password.`
    return {
      text: `${oneLine(result.event_name)} is event ${result.id}: ${url}\n${login}`,
      value: { event: result.id, url, owner: email, ...(owner.password && { password: owner.password }) },
    }
  })
}

async function demandNone(db: Db, email: string): Promise<void> {
  const [event] = await db.query<{ id: string }>(
    sql`select e.id from events e join users_events_roles r on r.event_id = e.id join users u on u.id = r.user_id
      where e.deleted_at is null and e.name = ${NAME} and lower(u.email) = lower(${email}) order by e.id limit 1`,
  )
  if (event)
    throw new Error(`The demo conference already exists as event ${event.id}. Add --again to create another.`)
}

async function findOrMakeUser(db: Db, email: string): Promise<{ id: string; password?: string }> {
  const password = randomBytes(12).toString('base64url')
  const [made] = await db.query<{ id: string }>(
    sql`insert into users (email, password_hash, is_verified) values (${email}, ${await hashPassword(password)}, true)
      on conflict ((lower(email))) where deleted_at is null do nothing returning id`,
  )
  if (made) return { id: made.id, password }
  const [found] = await db.query<{ id: string }>(
    sql`select id from users where lower(email) = lower(${email}) and deleted_at is null`,
  )
  return { id: found!.id }
}
