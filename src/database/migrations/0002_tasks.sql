-- Background tasks as clients see them, the records of exports and imports, and sending mails.

create table tasks (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  data jsonb not null,
  state text not null default 'WAITING',
  result jsonb,
  user_id bigint constraint tasks_user_exists references users on delete set null,
  -- Counts the starts. Only the latest may finish the task, so a worker that was given up cannot.
  attempt integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index tasks_by_user on tasks (user_id, created_at);
create index tasks_unfinished on tasks (created_at) where finished_at is null;

-- Whoever watches a task hears of each change when it is committed.
create function tell_task_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('plenum_task', new.id::text);
  return null;
end
$$;
create trigger tasks_tell_change after update on tasks
  for each row when (old.state is distinct from new.state or old.finished_at is distinct from new.finished_at)
  execute function tell_task_change();

create table export_jobs (
  id bigint generated always as identity primary key,
  task_id uuid not null constraint export_jobs_task_exists references tasks on delete cascade,
  event_id bigint constraint export_jobs_event_exists references events on delete cascade,
  user_id bigint constraint export_jobs_user_exists references users on delete set null,
  starts_at timestamptz not null default now(),
  status text,
  message text,
  archive_key text,
  removed_at timestamptz
);
create index export_jobs_by_task on export_jobs (task_id);
create index export_jobs_by_event on export_jobs (event_id, id);
create index export_jobs_by_user on export_jobs (user_id, id);

create table import_jobs (
  id bigint generated always as identity primary key,
  task_id uuid not null constraint import_jobs_task_exists references tasks on delete cascade,
  event_id bigint constraint import_jobs_event_exists references events on delete set null,
  user_id bigint constraint import_jobs_user_exists references users on delete cascade,
  starts_at timestamptz not null default now(),
  status text,
  message text
);
create index import_jobs_by_task on import_jobs (task_id);
create index import_jobs_by_event on import_jobs (event_id, id);
create index import_jobs_by_user on import_jobs (user_id, id);

-- A mail waits until a worker has sent it, or has found that no mail server is configured.
alter table mails alter column status set default 'pending';
alter table mails add column next_try_at timestamptz not null default now();
alter table mails add constraint mails_status_known
  check (status in ('pending', 'sending', 'sent', 'recorded', 'failed'));
update mails set status = 'recorded';
create index mails_to_send on mails (next_try_at) where status in ('pending', 'sending');

create function tell_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('plenum_mail', '');
  return null;
end
$$;
create trigger mails_tell after insert on mails for each statement execute function tell_mail();
