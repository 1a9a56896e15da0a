-- Which record of an event came from which record of another system, so that a schedule can be imported again and again.
create table schedule_sources (
  event_id bigint not null constraint schedule_sources_event_exists references events on delete cascade,
  type text not null,
  source_id text not null,
  record_id bigint not null,
  primary key (event_id, type, source_id)
);
