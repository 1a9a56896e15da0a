-- A record for each file that the service stores, written before the file is: it says where the file is, whose it is and
-- how large, and what nobody needs any more can be found by it.

create table stored_files (
  key text primary key,
  storage text not null constraint stored_files_storage_known check (storage in ('local', 's3')),
  -- What is reserved for it, until it is stored.
  bytes bigint not null default 0,
  -- No references: an import stores its files while its event is not there yet, and nobody shall wait for a user.
  user_id bigint,
  event_id bigint,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  -- Since when nothing was seen to mention it.
  unused_since timestamptz
);
create index stored_files_by_user on stored_files (user_id);
create index stored_files_by_event on stored_files (event_id);
create index stored_files_to_remove on stored_files (created_at) where stored_at is null or unused_since is not null;

-- One process at a time looks for files that nobody needs.
create table file_sweeps (
  id bigint primary key default 1 constraint file_sweeps_one check (id = 1),
  swept_at timestamptz not null default '-infinity'
);
insert into file_sweeps default values;
