-- A name for sessions, speakers and rooms that stays the same in every schedule, archive and calendar.
alter table sessions add column guid text not null default gen_random_uuid()::text;
alter table speakers add column guid text not null default gen_random_uuid()::text;
alter table microlocations add column guid text not null default gen_random_uuid()::text;

create unique index sessions_guid_unique on sessions (event_id, guid);
create unique index speakers_guid_unique on speakers (event_id, guid);
create unique index microlocations_guid_unique on microlocations (event_id, guid);
