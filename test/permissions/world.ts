/** An event with one of everything below it, and a spare one to link to. Made by statements, because it is made often. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join as joinPath } from 'node:path'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { makeToken } from '../../src/access/secret-token.ts'
import type { Declaration } from '../../src/resources/declare.ts'
import type { Cast } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { handMade, type Maker } from './hand-made.ts'
import { sampleRows } from './sample-rows.ts'

export interface Records {
  id: string
  /** Another one of the same kind, of the same event where it belongs to one. It is not linked with the first. */
  spare: string
  /** One of another event. */
  foreign: string
}

export interface World {
  records: Record<string, Records>
  /** Of the invitation, which is for the stranger. */
  inviteToken: string
  /** Of an export of the event, whose archive is there. */
  taskId: string
}

const ARCHIVE = 'exports/walk.zip'
export const MEDIUM = 'media/uploads/walk.txt'

/** The files that are asked for. */
export async function storeFiles({ config }: TestService): Promise<void> {
  for (const key of [ARCHIVE, MEDIUM]) {
    const path = joinPath(config.dataDir, 'files', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'content')
  }
}

export async function makeWorld(
  service: TestService,
  cast: Cast,
  state: 'published' | 'draft',
): Promise<World> {
  const { token, hash } = makeToken()
  const people = cast as Maker['people']
  const statements = statementsOf(service, { people, state, hash, archive: ARCHIVE })
  const [row] = await service.db.query<{ ids: Record<string, string[]>; task: string }>(sql`
    with pairs as (select place from generate_series(0, 1) place), ${join(statements, ',\n')},
      made as (${join(idsOf(service), ' union all ')}),
      lists as (select type, json_agg(id::text order by id) as ids from made group by type)
    select json_object_agg(type, ids) as ids, (select id from task) as task from lists`)
  const { stranger, organizer } = people
  const records = Object.entries({ ...row!.ids, user: [stranger.id, organizer.id, stranger.id] }).map(
    ([type, ids]) => [type, { id: ids[0]!, spare: ids[1] ?? '0', foreign: ids.at(-1)! }],
  )
  return { records: Object.fromEntries(records), inviteToken: token, taskId: row!.task }
}

/** All that there are before are accounts and the singletons. */
function isMade({ type, singleton }: Declaration): boolean {
  return type !== 'user' && singleton === undefined
}

function statementsOf({ catalog }: TestService, maker: Maker): Sql[] {
  return catalog.declarations
    .filter(isMade)
    .map(({ type }) => handMade[type]?.(maker) ?? sampleRows(catalog.entryOf(type), maker.people))
}

function idsOf({ catalog }: TestService): Sql[] {
  return catalog.declarations
    .filter(({ type }) => type !== 'user')
    .map((declaration) =>
      isMade(declaration)
        ? sql`select ${declaration.type} as type, id from ${raw(`"${declaration.type}"`)}`
        : sql`select ${declaration.type}, ${declaration.singleton}::bigint`,
    )
}

/** Takes the last world away, with all that a call may have done to the accounts. */
export async function clearWorld(service: TestService, hashes: string): Promise<void> {
  await service.db.query(sql`delete from events`)
  await service.db.query(sql`delete from tasks`)
  await service.db.query(sql`delete from api_tokens`)
  await service.db.query(sql`delete from feed_tokens`)
  await service.db.query(sql`update logins set revoked_at = null where revoked_at is not null`)
  await service.db.query(sql`update users u set deleted_at = null, password_hash = h.hash
    from json_to_recordset(${hashes}::json) as h (id bigint, hash text)
    where u.id = h.id and (u.deleted_at is not null or u.password_hash <> h.hash)`)
}

/** The passwords of all accounts, to be put back by clearWorld. */
export async function passwordHashes(service: TestService): Promise<string> {
  const rows = await service.db.query(sql`select id, password_hash as hash from users`)
  return JSON.stringify(rows)
}
