/** A person as the tables know them: the account, its addresses, and the records that are the person's in the events of others. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { html } from '../mail/messages.ts'
import { named } from '../mail/named.ts'

/** In characters. A shorter name may be a part of any text. */
const SHORTEST_NAME = 4

export interface Person {
  id: string
  /** Proven to be the person's. An account with an address that nobody has confirmed gives no access to other records. */
  addresses: string[]
  /** All that the account ever had or asked for, proven or not, but for those of other accounts. */
  formerAddresses: string[]
  speakers: string[]
  /** Sessions that the person proposed alone, which no organizer has accepted. */
  proposals: string[]
  /** Sessions that the person proposed alone, which an organizer keeps in the programme. */
  talks: string[]
  /** Names and titles of the person, as mails to others have them. */
  names: string[]
}

export async function personOf(db: Db, id: string): Promise<Person> {
  const [known] = await db.query<Pick<Person, 'addresses' | 'formerAddresses'>>(sql`
    select array(select lower(email) from users where id = ${id} and is_verified) as addresses,
      array(select email from (select lower(email) as email from users where id = ${id}
        union select lower(email) from email_tokens where user_id = ${id}
        union select lower(e.email) from changes c,
          lateral (values (c.field_values->'email'->>'old'), (c.field_values->'email'->>'new')) e (email)
          where c.record_type = 'user' and c.record_id = ${id} and e.email is not null) former
        where not exists (select 1 from users o
          where lower(o.email) = former.email and o.id <> ${id} and o.deleted_at is null)) as "formerAddresses"`)
  const { addresses, formerAddresses } = known!
  const [records] = await db.query<Pick<Person, 'speakers' | 'proposals' | 'talks'>>(sql`
    with own as (select s.id from speakers s
        where s.user_id = ${id} or (s.user_id is null and lower(s.email) = any(${addresses}))),
      alone as (select s.id, s.deleted_at is null and s.state in ('accepted', 'confirmed') as is_kept from sessions s
        where s.creator_id = ${id}
          and not exists (select 1 from users_events_roles r where r.user_id = ${id} and r.event_id = s.event_id)
          and not exists (select 1 from speakers_sessions l join speakers p on p.id = l.speaker_id
            where l.session_id = s.id and p.deleted_at is null and p.id not in (select id from own)))
    select array(select id::text from own) as speakers,
      array(select id::text from alone where not is_kept) as proposals,
      array(select id::text from alone where is_kept) as talks`)
  const called = await db.query<{ name: string }>(sql`
    select name from speakers where id = any(${records!.speakers}::bigint[])
    union select title from sessions where id = any(${records!.proposals}::bigint[])`)
  // Mails are HTML, and some are plain text besides.
  const spellings = called.flatMap(({ name }) => [named(name), html`${named(name)}`, name])
  const names = [...new Set(spellings)].filter((name) => name.length >= SHORTEST_NAME)
  return { id, addresses, formerAddresses, ...records!, names }
}
