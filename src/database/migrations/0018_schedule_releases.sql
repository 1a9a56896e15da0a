-- Releases of the schedule. The programme that one froze stands beside it, because it is large and rarely read.
create table schedule_releases (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint schedule_releases_event_exists references events on delete cascade,
  version text,
  comment text,
  released_at timestamptz not null,
  session_count integer not null default 0,
  changes jsonb not null default '{"added": [], "moved": [], "removed": []}',
  deleted_at timestamptz
);
create index schedule_releases_by_event on schedule_releases (event_id, id);
create index schedule_releases_latest on schedule_releases (event_id, released_at desc, id desc) where deleted_at is null;
create unique index schedule_releases_version_unique on schedule_releases (event_id, version) where deleted_at is null;

create table schedule_release_programmes (
  schedule_release_id bigint primary key
    constraint schedule_release_programmes_release_exists references schedule_releases on delete cascade,
  programme jsonb not null
);

-- Releases of an event are made one after the other, so that each is compared with the one before, and gets its number
-- and its time in that order. Numbers are not used again, even when their release was deleted.
create function number_release() returns trigger language plpgsql as $$
begin
  if new.released_at is null then
    perform 1 from events where id = new.event_id for no key update;
    new.released_at := clock_timestamp();
  end if;
  if new.version is null then
    select (coalesce(max(version::bigint), 0) + 1)::text into new.version from schedule_releases
      where event_id = new.event_id and version ~ '^[0-9]{1,15}$';
  end if;
  return new;
end $$;
create trigger number_release before insert on schedule_releases for each row execute function number_release();

-- A calendar that goes with a mail.
alter table mails add column calendar text;

-- The addresses of the feeds follow from the state of the event.
alter table events drop column ical_url, drop column xcal_url, drop column pentabarf_url;
