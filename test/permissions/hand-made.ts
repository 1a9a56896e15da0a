/** The rows of a world that are not as the sample of their type is: those that are linked, owned or hidden. */
import sql, { type Sql } from 'sql-template-tag'
import type { Caller } from '../support/service.ts'

export interface Maker {
  people: Record<
    'stranger' | 'reviewer' | 'registrar' | 'coorganizer' | 'organizer' | 'owner' | 'admin',
    Caller
  >
  state: 'published' | 'draft'
  /** Of the token of the invitation. */
  hash: string
  archive: string
}

/** By type; each may be followed by what else there is. */
export const handMade: Record<string, (maker: Maker) => Sql> = {
  event: ({ state }) => sql`event as (
      insert into events (name, starts_at, ends_at, state, event_type_id, event_topic_id, event_sub_topic_id)
      select 'Conference ' || n, '2020-05-01', '2030-05-03', ${state},
        case n when 1 then (select min(id) from "event-type") end,
        case n when 1 then (select min(id) from "event-topic") end,
        case n when 1 then (select min(id) from "event-sub-topic") end
      from generate_series(1, 2) n returning id),
    parts as (select event.id as event_id, event.id = (select min(id) from event) and n = 1 as is_first, n,
        (row_number() over (order by event.id, n))::int - 1 as place
      from event, generate_series(1, 2) n order by event.id, n)`,

  session: ({ people: { owner } }) => sql`session as (
      insert into sessions (event_id, creator_id, title, state, starts_at, track_id, microlocation_id, session_type_id)
      select event_id, ${owner.id}, 'Keynote', 'accepted', case when is_first then '2030-05-01'::timestamptz end,
        case when is_first then (select min(id) from track) end,
        case when is_first then (select min(id) from microlocation) end,
        case when is_first then (select min(id) from "session-type") end
      from parts returning id),
    given as (insert into speakers_sessions (session_id, speaker_id)
      select (select min(id) from session), (select min(id) from speaker))`,

  // Of the last sessions, so that the first can still be marked.
  'user-favourite-session': ({ people: { stranger, admin } }) => sql`"user-favourite-session" as (
      insert into user_favourite_sessions (user_id, session_id)
      select u.id, s.id from (select id, row_number() over (order by id desc) as place from session) s,
        (values (1, ${stranger.id}::bigint), (2, ${admin.id})) u (n, id)
      where s.place <= 2 order by s.place, u.n returning id)`,

  // Of sessions that wait for a decision and are nothing else to the world.
  review: ({ people: { reviewer, owner } }) => sql`waiting as (
      insert into sessions (event_id, creator_id, title, state)
      select event_id, ${owner.id}, 'Proposal', 'pending' from parts order by place returning id, event_id),
    review as (insert into reviews (event_id, session_id, reviewer_id)
      select event_id, id, ${reviewer.id}::bigint from waiting order by id returning id)`,

  // Of sessions, so that everybody can still give some on the event, which has begun.
  feedback: ({ people: { stranger, admin } }) => sql`feedback as (
      insert into feedbacks (event_id, session_id, user_id, rating)
      select p.event_id, s.id, case p.place % 2 when 0 then ${stranger.id}::bigint else ${admin.id} end, 4
      from parts p join (select id, (row_number() over (order by id))::int - 1 as place from session) s using (place)
      order by p.place returning id)`,

  // The first session lacks an end.
  'schedule-conflict': () => sql`"schedule-conflict" as (
      select conflict_id((select min(id) from event), 6, min(id)) as id from session)`,

  change: ({ people: { owner } }) => sql`change as (
      insert into changes (action, record_type, record_id, event_id, user_id)
      select 'updated', 'track', '1', event_id, ${owner.id}::bigint from parts returning id)`,

  // It is closed.
  'speakers-call': () => sql`"speakers-call" as (insert into speakers_calls (event_id, starts_at, ends_at)
      select id, '2020-01-01', '2020-02-01' from event order by id returning id)`,

  ticket: () => sql`ticket as (
      insert into tickets (event_id, name, type, price, is_hidden, sales_starts_at, sales_ends_at)
      select event_id, 'Ticket ' || n, 'paid', 10, n = 2, '2020-01-01', '2030-01-01' from parts returning id),
    tagged as (insert into tickets_ticket_tags (ticket_id, ticket_tag_id)
      select (select min(id) from ticket), (select min(id) from "ticket-tag"))`,

  'discount-code': ({ people: { owner } }) => sql`"discount-code" as (
      insert into discount_codes (event_id, used_for, code, type, value, used, marketer_id)
      select event_id, 'tickets', 'CODE' || n, 'percent', 10, 1, ${owner.id} from parts returning id),
    own_codes as (insert into discount_codes (event_id, used_for, code, type, value)
      select id, 'events', 'EVENT', 'percent', 10 from event),
    discounted as (insert into discount_codes_tickets (discount_code_id, ticket_id)
      select (select min(id) from "discount-code"), (select min(id) from ticket))`,

  'discount-redemption': ({ people: { stranger, admin } }) => sql`"discount-redemption" as (
      insert into discount_redemptions (event_id, discount_code_id, user_id, quantity, discounts)
      select e.id, c.id, case when n = 1 then ${stranger.id}::bigint else ${admin.id} end, 1, '[]'
      from (select min(id) as id from event) e,
        (select id, row_number() over (order by id) as n from "discount-code") c
      where n <= 2 order by n returning id)`,

  'access-code': ({ people: { owner } }) => sql`"access-code" as (
      insert into access_codes (event_id, code, is_active, valid_from, marketer_id)
      select event_id, 'CODE' || n, true, '2020-01-01', ${owner.id} from parts returning id)`,

  'payment-authorization': () => sql`"payment-authorization" as (
      insert into payment_authorizations (event_id) select id from event order by id returning id)`,

  'users-events-roles': ({
    people: { reviewer, registrar, coorganizer, organizer, owner, admin },
  }) => sql`members as (
      insert into users_events_roles (user_id, event_id, role_id)
      select m.id::bigint, event.id, r.id from event, (values (${reviewer.id}, 'reviewer'), (${registrar.id}, 'registrar'),
        (${coorganizer.id}, 'coorganizer'), (${organizer.id}, 'organizer'), (${owner.id}, 'owner'),
        (${admin.id}, 'track_organizer'), (${admin.id}, 'moderator')) m (id, name)
      join roles r on r.name = m.name order by m.name, event.id returning id, role_id),
    "users-events-roles" as (select m.id from members m join roles r on r.id = m.role_id where r.name = 'moderator')`,

  'role-invite': ({ people: { stranger, owner }, hash }) => sql`"role-invite" as (
      insert into role_invites (event_id, email, role_name, role_id, token_hash, expires_at, sender_id)
      select event_id, case when is_first then ${stranger.email} else n || 'nobody@plenum.test' end, 'moderator', r.id,
        case when is_first then ${hash} end, now() + interval '1 day', ${owner.id}::bigint
      from parts p, roles r where r.name = 'moderator' order by event_id, n returning id),
    confirmed as (update users set is_verified = true where id = ${stranger.id})`,

  'mail-template': () => sql`"mail-template" as (
      insert into mail_templates (event_id, occasion, subject, text)
      select event_id, case n when 1 then 'schedule_release' else 'speaker_invite' end, 'a', 'a'
      from parts order by place returning id)`,

  mail: () => sql`mail as (
      insert into mails (recipient, action, subject, message, text, status, event_id)
      select 'ada@example.org', 'session_moved', 'a', '<p>a</p>', 'a', 'draft', event_id from parts order by place returning id)`,

  // For the stranger, with the same token.
  'speaker-invite': ({ people: { stranger, owner }, hash }) => sql`"speaker-invite" as (
      insert into speaker_invites (session_id, event_id, email, token_hash, expires_at, sender_id)
      select s.id, p.event_id, case when is_first then ${stranger.email} else n || 'nobody@plenum.test' end,
        case when is_first then ${hash} end, now() + interval '1 day', ${owner.id}::bigint
      from parts p join (select id, (row_number() over (order by id))::int - 1 as place from session) s using (place)
      order by p.place returning id)`,

  'import-job': ({ people: { stranger } }) => sql`task as (
      insert into tasks (name, data) values ('export.event', '{}') returning id),
    "import-job" as (insert into import_jobs (task_id, event_id, user_id)
      select task.id, min(event.id), ${stranger.id} from task, event group by task.id returning id)`,

  'export-job': ({ people: { stranger }, archive }) => sql`"export-job" as (
      insert into export_jobs (task_id, event_id, user_id, archive_key)
      select task.id, min(event.id), ${stranger.id}, ${archive} from task, event group by task.id returning id)`,
}
