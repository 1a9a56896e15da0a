-- Tells every process that something was written which strangers may see, so that it forgets the answers that it keeps:
-- the others by a notification when the transaction ends, the writing one by a notice on its own connection before that.
-- Every start adds the trigger to the tables that lack it (src/database/watched-tables.ts).
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('plenum_change', pg_backend_pid()::text);
  raise notice 'plenum_change';
  return null;
end $$;

-- Every log-in writes when it was, which strangers never see.
create trigger tell_change after insert or delete or truncate on users
  for each statement execute function tell_change();
create trigger tell_change_of_row after update on users for each row
  when (to_jsonb(old) - 'last_accessed_at' is distinct from to_jsonb(new) - 'last_accessed_at')
  execute function tell_change();
