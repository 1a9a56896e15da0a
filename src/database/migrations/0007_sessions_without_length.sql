-- A session may begin and end at the same moment, as in many archives; only an end before the start is a fault.
alter table sessions
  drop constraint sessions_ends_after_start,
  add constraint sessions_ends_not_before_start check (ends_at >= starts_at);
