-- The change log. Each entry is written in the transaction of its change.

create table changes (
  id bigint primary key generated always as identity,
  action text not null constraint changes_action_known check (action in ('created', 'updated', 'deleted', 'restored')),
  record_type text not null,
  record_id text not null,
  field_values jsonb not null default '{}',
  counts jsonb,
  event_id bigint references events on delete cascade,
  user_id bigint references users on delete set null,
  -- No references: an entry outlives the token and the task.
  api_token_id text,
  api_token_name text,
  task_id text,
  request_id text,
  created_at timestamptz not null default now()
);
create index changes_by_event on changes (event_id, id);
create index changes_by_user on changes (user_id);
create index changes_by_record on changes (record_type, record_id);
create index changes_by_age on changes (created_at);
