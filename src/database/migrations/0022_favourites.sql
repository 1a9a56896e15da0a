create table user_favourite_sessions (
  id bigint primary key generated always as identity,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  created_at timestamptz not null default now()
);
create unique index user_favourite_sessions_once on user_favourite_sessions (user_id, session_id);
create index user_favourite_sessions_by_session on user_favourite_sessions (session_id);

-- Counted where the row of the session is locked, so that many at once are counted one after the other.
create function count_favourites() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update sessions set favourite_count = favourite_count + 1 where id = new.session_id;
  else
    update sessions set favourite_count = favourite_count - 1 where id = old.session_id;
  end if;
  return null;
end $$;
create trigger user_favourite_sessions_counted after insert or delete on user_favourite_sessions
  for each row execute function count_favourites();
