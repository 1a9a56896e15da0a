/**
 * Everything that is kept about a person, table by table. An erasure and a copy of the personal data both follow it. Tables
 * that are not here hold nothing about a person; `test/people/erasure.test.ts` has their list.
 */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { resources } from '../resources/all.ts'
import type { Person } from './person.ts'

export interface Kept {
  table: string
  /** The type of its records. Their entries in the change log lose their values. */
  type?: string | undefined
  /** The rows `t` that are about the person. */
  rows(person: Person): Sql
  /** They repeat what other rows hold, with data of other people. */
  isRepeated?: true
  /** What an erasure does with them. */
  erase: 'delete' | Record<string, Sql>
}

/** Makes a copy of everything that is listed here. */
export const PERSONAL_DATA_TASK = 'export.personal-data'

const TYPES = new Map<string, string>(resources.map(({ table, type }) => [table, type]))

/** Rows that go with the account in any case, because their foreign key says so. */
async function ownRows(db: Db): Promise<Kept[]> {
  const keys = await db.query<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' order by 1`)
  return keys.map(({ table, column }) => ({
    table,
    type: TYPES.get(table),
    rows: ({ id }) => sql`t.${raw(column)} = ${id}`,
    erase: 'delete',
  }))
}

/** The rows that go to the address of the person. */
const toAddress = (table: string, type: string): Kept => ({
  table,
  type,
  rows: ({ addresses }) => sql`lower(t.email) = any(${addresses})`,
  erase: 'delete',
})

const NULL = sql`null`
/** What the author of a session says about themselves and to the organizers. */
const OF_AUTHOR = {
  ...Object.fromEntries(
    [
      'comments',
      'website',
      'twitter',
      'facebook',
      'github',
      'linkedin',
      'instagram',
      'gitlab',
      'mastodon',
    ].map((column) => [column, NULL]),
  ),
  complex_field_values: NULL,
}

/** From an event as a release has frozen it. */
const WITHOUT_PERSON = ({ speakers, talks }: Person) => sql`(select t.programme || jsonb_build_object(
  'persons', (select coalesce(jsonb_agg(p order by place), '[]')
    from jsonb_array_elements(t.programme->'persons') with ordinality a (p, place) where p->>'id' <> all(${speakers})),
  'sessions', (select coalesce(jsonb_agg(s || jsonb_build_object(
      'person_ids', (s->'person_ids') - ${speakers}::text[],
      'links', case when s->>'id' = any(${talks}) then '[]' else s->'links' end) order by place), '[]')
    from jsonb_array_elements(t.programme->'sessions') with ordinality a (s, place))))`

/** The texts of mails to others, with a sign in place of each name. */
async function withoutNames(db: Db, { names }: Person): Promise<Record<string, Sql>> {
  const texts = await db.query<{
    column: string
  }>(sql`select column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = 'mails' and column_name in ('subject', 'message', 'text')`)
  const cleaned = (column: string) =>
    names.reduce((text, name) => sql`replace(${text}, ${name}, '…')`, sql`t.${raw(column)}`)
  return Object.fromEntries(texts.map(({ column }) => [column, cleaned(column)]))
}

/** In the order of an erasure: what refers to other rows comes before them. */
export async function keptAbout(db: Db, person: Person): Promise<Kept[]> {
  const { id } = person
  return [
    {
      table: 'schedule_release_programmes',
      rows: ({ speakers, talks }) => sql`exists (select 1 from schedule_releases r
          where r.id = t.schedule_release_id and r.event_id in (
            select event_id from speakers where id = any(${speakers}::bigint[])
            union select event_id from sessions where id = any(${talks}::bigint[])))
        and (jsonb_path_query_array(t.programme, '$.persons[*].id') ?| ${speakers}
          or jsonb_path_query_array(t.programme, '$.sessions[*].id') ?| ${talks})`,
      isRepeated: true,
      erase: { programme: WITHOUT_PERSON(person) },
    },
    {
      table: 'schedule_sources',
      rows: ({ speakers, proposals }) => sql`(t.type = 'speaker' and t.record_id = any(${speakers}::bigint[]))
        or (t.type = 'session' and t.record_id = any(${proposals}::bigint[]))`,
      erase: 'delete',
    },
    {
      table: 'webhook_deliveries',
      isRepeated: true,
      rows: ({
        speakers,
        proposals,
        talks,
      }) => sql`(t.record_type = 'speaker' and t.record_id = any(${speakers}))
        or (t.record_type = 'session' and t.record_id = any(${[...proposals, ...talks]}))
        or (t.record_type = 'feedback' and t.record_id in (select f.id::text from feedbacks f where f.user_id = ${id}))`,
      erase: 'delete',
    },
    {
      table: 'speakers',
      type: 'speaker',
      rows: ({ speakers }) => sql`t.id = any(${speakers}::bigint[])`,
      erase: 'delete',
    },
    {
      table: 'sessions',
      type: 'session',
      rows: ({ proposals }) => sql`t.id = any(${proposals}::bigint[])`,
      erase: 'delete',
    },
    {
      table: 'sessions',
      type: 'session',
      rows: ({ talks }) => sql`t.id = any(${talks}::bigint[])`,
      erase: OF_AUTHOR,
    },
    {
      table: 'mails',
      type: 'mail',
      // Those about the account went to its address, whether or not it was confirmed.
      rows: ({ addresses, formerAddresses }) => sql`lower(t.recipient) = any(${addresses})
        or (lower(t.recipient) = any(${formerAddresses}) and t.action ~ '^(user|password)_')`,
      erase: 'delete',
    },
    {
      table: 'mails',
      isRepeated: true,
      // To organizers, about a proposal.
      rows: ({ names }) => sql`t.action !~ '^(user|password)_' and exists (
        select 1 from unnest(${names}::text[]) n where position(n in (t.*)::text) > 0)`,
      erase: await withoutNames(db, person),
    },
    {
      table: 'notifications',
      isRepeated: true,
      rows: ({ proposals }) => sql`t.content->'session'->>'id' = any(${proposals})`,
      erase: 'delete',
    },
    toAddress('role_invites', 'role-invite'),
    toAddress('speaker_invites', 'speaker-invite'),
    {
      table: 'idempotency_keys',
      rows: () => sql`t.caller = ${`user ${id}`}
        or t.caller in (select 'token ' || k.id from api_tokens k where k.user_id = ${id})`,
      erase: 'delete',
    },
    {
      table: 'rate_limits',
      rows: ({ formerAddresses }) =>
        sql`exists (select 1 from unnest(${formerAddresses}::text[]) a where position(a in t.key) > 0)`,
      erase: 'delete',
    },
    {
      table: 'export_jobs',
      type: 'export-job',
      rows: () => sql`t.user_id = ${id}`,
      erase: 'delete',
    },
    ...(await ownRows(db)),
    {
      table: 'tasks',
      rows: ({ speakers }) => sql`t.user_id = ${id}
        or (t.name = ${PERSONAL_DATA_TASK} and t.data->>'user_id' = ${id})
        or (t.name = 'resize.user.images' and t.data->>'id' = ${id})
        or (t.name = 'resize.speaker.images' and t.data->>'id' = any(${speakers}))`,
      erase: 'delete',
    },
    {
      table: 'users',
      type: 'user',
      rows: () => sql`t.id = ${id}`,
      erase: 'delete',
    },
  ]
}
