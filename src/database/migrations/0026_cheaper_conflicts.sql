-- Conflicts of large schedules: read from two narrow indexes, with the sentence about a conflict made for those alone
-- that are shown, and with the event in the id, so that one conflict does not ask for those of all events.
drop view schedule_conflicts_sessions;
drop view schedule_conflicts;
drop view schedule_slots;
drop function conflict_id;
drop index sessions_by_slot;

-- The sessions of an event that conflicts are about, and those of a room by their start.
create index sessions_started on sessions (event_id, id) include (starts_at, ends_at, microlocation_id)
  where deleted_at is null and state in ('accepted', 'confirmed', 'pending') and starts_at is not null;
create index sessions_by_slot on sessions (microlocation_id, starts_at, id) include (ends_at)
  where deleted_at is null and state in ('accepted', 'confirmed', 'pending') and starts_at < ends_at;
create index speakers_with_availabilities on speakers (event_id) where deleted_at is null and availabilities <> '[]';

-- The same while the conflict lasts, whatever else changes: the event, and below it 35 bits of what is in conflict.
create function conflict_id(event_id bigint, kind bigint, a bigint, b bigint default 0, c bigint default 0) returns bigint
  language sql immutable parallel safe return
  (event_id << 35) + (hashint8extended(a, hashint8extended(b, hashint8extended(c, kind))) & 34359738367);

create function conflict_events(ids bigint[]) returns bigint[] language sql immutable parallel safe return
  (select array_agg(distinct id >> 35) from unnest(ids) id);

create view schedule_slots as
  select s.id, s.event_id, s.starts_at, s.ends_at, s.microlocation_id, m.availabilities
  from sessions s join microlocations m on m.id = s.microlocation_id and m.deleted_at is null
  -- Times are half-open: what takes no time is never in conflict.
  where s.deleted_at is null and s.state in ('accepted', 'confirmed', 'pending')
    and s.starts_at is not null and s.starts_at < s.ends_at;

-- The sessions of a speaker are put in order first, and compared only where one begins before an earlier one has ended.
-- Of two that overlap, a is the one that begins first.
create view schedule_conflicts as
  select conflict_id(a.event_id, 1, least(a.id, b.id), greatest(a.id, b.id)) as id, a.event_id, 'room' as kind,
    b.starts_at, least(a.ends_at, b.ends_at) as ends_at, null::bigint as speaker_id, a.microlocation_id,
    array[a.id, b.id] as session_ids
  from schedule_slots a cross join lateral (
    select s.id, s.starts_at, s.ends_at from sessions s
    where s.microlocation_id = a.microlocation_id and s.starts_at >= a.starts_at and s.starts_at < a.ends_at
      and (s.starts_at, s.id) > (a.starts_at, a.id) and s.starts_at < s.ends_at
      and s.deleted_at is null and s.state in ('accepted', 'confirmed', 'pending')
    -- Keeps the planner from comparing all sessions of a room with each other.
    offset 0) b
union all
  select conflict_id(b.event_id, 2, least(a.id, b.id), greatest(a.id, b.id), p.id), b.event_id, 'speaker',
    b.starts_at, least(a.ends_at, b.ends_at), p.id, null, array[a.id, b.id]
  from (
    select s.id, s.event_id, s.starts_at, s.ends_at, x.speaker_id, max(s.ends_at) over (
      partition by s.event_id, x.speaker_id order by s.starts_at, s.id rows between unbounded preceding and 1 preceding
    ) as busy_until
    from schedule_slots s join speakers_sessions x on x.session_id = s.id) b
    join speakers p on p.id = b.speaker_id and p.deleted_at is null
    cross join lateral (
      select s.id, s.ends_at from speakers_sessions y join schedule_slots s on s.id = y.session_id
      where y.speaker_id = b.speaker_id and s.event_id = b.event_id
        and (s.starts_at, s.id) < (b.starts_at, b.id) and s.ends_at > b.starts_at
      offset 0) a
  where b.busy_until > b.starts_at
union all
  select conflict_id(a.event_id, 3, a.id), a.event_id, 'room-availability', lower(o.outside), upper(o.outside),
    null, a.microlocation_id, array[a.id]
  from schedule_slots a, lateral (select tstzmultirange(tstzrange(a.starts_at, a.ends_at))
    - available_times(a.availabilities) as outside) o
  where a.availabilities <> '[]' and not isempty(o.outside)
union all
  select conflict_id(a.event_id, 4, a.id, p.id), a.event_id, 'speaker-availability', lower(o.outside), upper(o.outside),
    p.id, null, array[a.id]
  from schedule_slots a join speakers_sessions x on x.session_id = a.id
    join speakers p on p.id = x.speaker_id and p.event_id = a.event_id and p.deleted_at is null
      and p.availabilities <> '[]',
    lateral (select tstzmultirange(tstzrange(a.starts_at, a.ends_at)) - available_times(p.availabilities) as outside) o
  where not isempty(o.outside)
union all
  select conflict_id(a.event_id, 5, a.id), a.event_id, 'outside-event',
    case when a.starts_at < e.starts_at then a.starts_at else greatest(a.starts_at, e.ends_at) end,
    case when a.ends_at > e.ends_at then a.ends_at else least(a.ends_at, e.starts_at) end,
    null, null, array[a.id]
  from schedule_slots a
    join (select id, starts_at, greatest(starts_at, ends_at) as ends_at from events) e on e.id = a.event_id
  where a.starts_at < e.starts_at or a.ends_at > e.ends_at
union all
  select conflict_id(s.event_id, 6, s.id), s.event_id, 'incomplete', s.starts_at, s.ends_at, null, m.id, array[s.id]
  from sessions s left join microlocations m on m.id = s.microlocation_id and m.deleted_at is null
  where s.deleted_at is null and s.state in ('accepted', 'confirmed', 'pending') and s.starts_at is not null
    and (s.ends_at is null or m.id is null);

create view schedule_conflicts_sessions as
  select c.id as schedule_conflict_id, unnest(c.session_ids) as session_id, c.event_id from schedule_conflicts c;

-- Costly, so that the planner makes it for the rows of a page only.
create function conflict_message(kind text, session_ids bigint[], speaker_id bigint, microlocation_id bigint,
  ends_at timestamptz) returns text language sql stable parallel safe cost 100000 as $$
  select case $1
    when 'room' then format('"%s" and "%s" overlap in %s.', a, b, room)
    when 'speaker' then format('"%s" and "%s" overlap for %s.', a, b, speaker)
    when 'room-availability' then format('"%s" is planned when %s is not available.', a, room)
    when 'speaker-availability' then format('"%s" is planned when %s is not available.', a, speaker)
    when 'outside-event' then format('"%s" is planned outside the event.', a)
    else format('"%s" has a start but %s.', a, case when $5 is not null then 'no room'
      when $4 is not null then 'no end' else 'neither an end nor a room' end) end
  from (select (select left(title, 100) from sessions where id = $2[1]) as a,
    (select left(title, 100) from sessions where id = $2[2]) as b,
    (select left(name, 100) from microlocations where id = $4) as room,
    (select left(name, 100) from speakers where id = $3) as speaker) names
$$;
