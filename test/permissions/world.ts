/** An event with one of everything below it, and a spare one to link to. Made by statements, because it is made often. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { makeToken } from '../../src/access/secret-token.ts'
import type { Cast } from '../support/people.ts'
import type { Caller, TestService } from '../support/service.ts'

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
    const path = join(config.dataDir, 'files', key)
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
  const { stranger, registrar, coorganizer, organizer, owner, admin } = cast as Record<string, Caller>
  const [row] = await service.db.query<{ ids: Record<string, string[]>; task: string }>(sql`
    with types as (insert into event_types (name) values ('Hackathon'), ('Barcamp') returning id),
      topics as (insert into event_topics (name) values ('Astronomy'), ('Geology') returning id),
      sub_topics as (insert into event_sub_topics (event_topic_id, name)
        select id, 'Comets ' || id from topics order by id returning id),
      e as (insert into events (name, starts_at, ends_at, state, event_type_id, event_topic_id, event_sub_topic_id)
        select 'Conference ' || n, '2030-05-01', '2030-05-03', ${state}, case n when 1 then (select min(id) from types) end,
          case n when 1 then (select min(id) from topics) end, case n when 1 then (select min(id) from sub_topics) end
        from generate_series(1, 2) n returning id),
      parts as (select e.id, e.id = (select min(id) from e) and n = 1 as is_first, n
        from e, generate_series(1, 2) n order by e.id, n),
      new_roles as (insert into roles (name) values (gen_random_uuid()), (gen_random_uuid()) returning id),
      members as (insert into users_events_roles (user_id, event_id, role_id)
        select m.id::bigint, e.id, r.id from e, (values (${registrar!.id}, 'registrar'),
          (${coorganizer!.id}, 'coorganizer'), (${organizer!.id}, 'organizer'), (${owner!.id}, 'owner'),
          (${admin!.id}, 'track_organizer'), (${admin!.id}, 'moderator')) m (id, name)
        join roles r on r.name = m.name order by m.name, e.id returning id, role_id),
      invites as (insert into role_invites (event_id, email, role_name, role_id, token_hash, expires_at, sender_id)
        select p.id, case when is_first then ${stranger!.email} else n || 'nobody@plenum.test' end, 'moderator', r.id,
          case when is_first then ${hash} end, now() + interval '1 day', ${owner!.id}::bigint
        from parts p, roles r where r.name = 'moderator' order by p.id, n returning id),
      confirmed as (update users set is_verified = true where id = ${stranger!.id}),
      notes as (insert into notifications (user_id, content)
        values (${stranger!.id}, '{}'), (${admin!.id}, '{}') returning id),
      letters as (insert into mails (recipient, action, subject, message)
        values ('a@plenum.test', 'a', 'a', 'a'), ('b@plenum.test', 'b', 'b', 'b') returning id),
      links as (insert into social_links (event_id, name, link)
        select id, 'blog', 'https://example.org' from parts returning id),
      forms as (insert into custom_forms (event_id, form, field_identifier)
        select id, 'session', 'title' from parts returning id),
      rooms as (insert into microlocations (event_id, name) select id, 'Hall' from parts returning id),
      givers as (insert into sponsors (event_id, name) select id, 'Acme' from parts returning id),
      talkers as (insert into speakers (event_id, name) select id, 'Ada' from parts returning id),
      paths as (insert into tracks (event_id, name, color) select id, 'Science', '#336699' from parts returning id),
      kinds as (insert into session_types (event_id, name, length) select id, 'Talk', '00:30' from parts returning id),
      talks as (insert into sessions (event_id, creator_id, title, state, track_id, microlocation_id, session_type_id)
        select id, ${owner!.id}, 'Keynote', 'accepted', case when is_first then (select min(id) from paths) end,
          case when is_first then (select min(id) from rooms) end, case when is_first then (select min(id) from kinds) end
        from parts returning id),
      given as (insert into speakers_sessions (session_id, speaker_id)
        select (select min(id) from talks), (select min(id) from talkers)),
      calls as (insert into speakers_calls (event_id, starts_at, ends_at)
        select id, '2020-01-01', '2020-02-01' from e order by id returning id),
      rights as (insert into event_copyrights (event_id, licence) select id, 'CC0' from e order by id returning id),
      tags as (insert into ticket_tags (event_id, name) select id, 'Tag ' || n from parts returning id),
      passes as (insert into tickets (event_id, name, type, price, is_hidden, sales_starts_at, sales_ends_at)
        select id, 'Ticket ' || n, 'paid', 10, n = 2, '2020-01-01', '2030-01-01' from parts returning id),
      tagged as (insert into tickets_ticket_tags (ticket_id, ticket_tag_id)
        select (select min(id) from passes), (select min(id) from tags)),
      codes as (insert into discount_codes (event_id, used_for, code, type, value, used, marketer_id)
        select id, 'tickets', 'CODE' || n, 'percent', 10, 1, ${owner!.id} from parts returning id),
      own_codes as (insert into discount_codes (event_id, used_for, code, type, value)
        select id, 'events', 'EVENT', 'percent', 10 from e),
      discounted as (insert into discount_codes_tickets (discount_code_id, ticket_id)
        select (select min(id) from codes), (select min(id) from passes)),
      used as (insert into discount_redemptions (event_id, discount_code_id, user_id, quantity, discounts, request_digest)
        select e.id, c.id, case when n = 1 then ${stranger!.id}::bigint else ${admin!.id} end, 1, '[]', ''
        from (select min(id) as id from e) e, (select id, row_number() over (order by id) as n from codes) c
        where n <= 2 order by n returning id),
      keys as (insert into access_codes (event_id, code, is_active, valid_from, marketer_id)
        select id, 'CODE' || n, true, '2020-01-01', ${owner!.id} from parts returning id),
      payments as (insert into payment_authorizations (event_id) select id from e order by id returning id),
      task as (insert into tasks (name, data) values ('export.event', '{}') returning id),
      exports as (insert into export_jobs (task_id, event_id, user_id, archive_key)
        select task.id, min(e.id), ${stranger!.id}, ${ARCHIVE} from task, e group by task.id returning id),
      imports as (insert into import_jobs (task_id, event_id, user_id)
        select task.id, min(e.id), ${stranger!.id} from task, e group by task.id returning id),
      made as (
        select 'event' as type, id from e union all select 'event-type', id from types
        union all select 'event-topic', id from topics union all select 'event-sub-topic', id from sub_topics
        union all select 'role', id from new_roles union all select 'role-invite', id from invites
        union all select 'users-events-roles', m.id from members m join roles r on r.id = m.role_id
          where r.name = 'moderator'
        union all select 'notification', id from notes union all select 'mail', id from letters
        union all select 'social-link', id from links union all select 'custom-form', id from forms
        union all select 'microlocation', id from rooms union all select 'sponsor', id from givers
        union all select 'speaker', id from talkers union all select 'track', id from paths
        union all select 'session-type', id from kinds union all select 'session', id from talks
        union all select 'speakers-call', id from calls union all select 'event-copyright', id from rights
        union all select 'ticket-tag', id from tags union all select 'ticket', id from passes
        union all select 'discount-code', id from codes union all select 'discount-redemption', id from used
        union all select 'access-code', id from keys union all select 'payment-authorization', id from payments
        union all select 'export-job', id from exports union all select 'import-job', id from imports
        union all select 'event-image-size', 1 union all select 'speaker-image-size', 2
        union all select 'setting', 1),
      lists as (select type, json_agg(id::text order by id) as ids from made group by type)
    select json_object_agg(type, ids) as ids, (select id from task) as task from lists`)
  const records = Object.entries({ ...row!.ids, user: [stranger!.id, organizer!.id, stranger!.id] }).map(
    ([type, ids]) => [type, { id: ids[0]!, spare: ids[1] ?? '0', foreign: ids.at(-1)! }],
  )
  return { records: Object.fromEntries(records), inviteToken: token, taskId: row!.task }
}

/** Takes the last world away, with all that a call may have done to the accounts. */
export async function clearWorld(service: TestService, hashes: string): Promise<void> {
  await service.db.query(sql`delete from events`)
  await service.db.query(sql`delete from tasks`)
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
