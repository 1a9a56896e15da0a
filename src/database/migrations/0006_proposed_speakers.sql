-- Who handed in a profile is not public until a session of theirs is. Organizers and imports enter speakers otherwise.
alter table speakers add column is_proposed boolean not null default false;

-- A user without a role at the event can only have handed it in.
update speakers set is_proposed = true
  where user_id is not null and not exists (
    select 1 from users_events_roles ur where ur.user_id = speakers.user_id and ur.event_id = speakers.event_id);
