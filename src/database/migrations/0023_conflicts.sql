-- What is wrong with a schedule. A view, so that it is never out of date.

-- Where the sessions of a room are looked up by their start.
create index sessions_by_slot on sessions (microlocation_id, starts_at, id);

-- The same while the conflict lasts, whatever else changes. Fewer than 2^53, which every client can count to.
create function conflict_id(kind text, variadic ids bigint[]) returns bigint language sql immutable parallel safe return
  ('x' || substr(md5(kind || ' ' || array_to_string(ids, ' ', '-')), 1, 13))::bit(52)::bigint + 1;

create function available_times(jsonb) returns tstzmultirange language sql stable parallel safe return
  (select coalesce(range_agg(tstzrange((one ->> 'starts-at')::timestamptz, (one ->> 'ends-at')::timestamptz)),
      '{(,)}'::tstzmultirange)
    from jsonb_array_elements($1) one);

create view schedule_slots as
  select s.id, s.event_id, left(s.title, 100) as title, s.starts_at, s.ends_at, s.microlocation_id,
    left(m.name, 100) as room, m.availabilities
  from sessions s join microlocations m on m.id = s.microlocation_id and m.deleted_at is null
  where s.deleted_at is null and s.state in ('accepted', 'confirmed', 'pending')
    and s.starts_at is not null and s.ends_at is not null;

-- Times are half-open: what ends as the next begins is no conflict, and what takes no time never is one. Of two that
-- overlap, a is the one that begins first, so that the index finds the others.
create view schedule_conflicts as
  select conflict_id('room', least(a.id, b.id), greatest(a.id, b.id)) as id, a.event_id, 'room' as kind,
    b.starts_at, least(a.ends_at, b.ends_at) as ends_at,
    format('"%s" and "%s" overlap in %s.', a.title, b.title, a.room) as message,
    null::bigint as speaker_id, a.microlocation_id, array[a.id, b.id] as session_ids
  from schedule_slots a cross join lateral (
    select s.id, left(s.title, 100) as title, s.starts_at, s.ends_at from sessions s
    where s.microlocation_id = a.microlocation_id and s.starts_at >= a.starts_at and s.starts_at < a.ends_at
      and (s.starts_at, s.id) > (a.starts_at, a.id) and s.starts_at < s.ends_at
      and s.deleted_at is null and s.state in ('accepted', 'confirmed', 'pending')
    -- Keeps the planner from comparing all sessions of a room with each other.
    offset 0) b
union all
  select conflict_id('speaker', least(a.id, b.id), greatest(a.id, b.id), p.id), a.event_id, 'speaker',
    b.starts_at, least(a.ends_at, b.ends_at),
    format('"%s" and "%s" overlap for %s.', a.title, b.title, left(p.name, 100)), p.id, null, array[a.id, b.id]
  from schedule_slots a join speakers_sessions x on x.session_id = a.id
    join speakers p on p.id = x.speaker_id and p.deleted_at is null
    join speakers_sessions y on y.speaker_id = x.speaker_id
    join schedule_slots b on b.id = y.session_id and b.event_id = a.event_id
    and (b.starts_at, b.id) > (a.starts_at, a.id) and b.starts_at < a.ends_at and b.starts_at < b.ends_at
union all
  select conflict_id('room-availability', a.id), a.event_id, 'room-availability', lower(o.outside), upper(o.outside),
    format('"%s" is planned when %s is not available.', a.title, a.room), null, a.microlocation_id, array[a.id]
  from schedule_slots a, lateral (select tstzmultirange(tstzrange(a.starts_at, a.ends_at))
    - available_times(a.availabilities) as outside) o
  where a.availabilities <> '[]' and not isempty(o.outside)
union all
  select conflict_id('speaker-availability', a.id, p.id), a.event_id, 'speaker-availability', lower(o.outside), upper(o.outside),
    format('"%s" is planned when %s is not available.', a.title, left(p.name, 100)), p.id, null, array[a.id]
  from schedule_slots a join speakers_sessions x on x.session_id = a.id
    join speakers p on p.id = x.speaker_id and p.deleted_at is null and p.availabilities <> '[]',
    lateral (select tstzmultirange(tstzrange(a.starts_at, a.ends_at)) - available_times(p.availabilities) as outside) o
  where not isempty(o.outside)
union all
  select conflict_id('outside-event', a.id), a.event_id, 'outside-event', lower(o.outside), upper(o.outside),
    format('"%s" is planned outside the event.', a.title), null, null, array[a.id]
  from schedule_slots a join events e on e.id = a.event_id,
    lateral (select tstzmultirange(tstzrange(a.starts_at, a.ends_at))
      - tstzmultirange(tstzrange(e.starts_at, greatest(e.starts_at, e.ends_at))) as outside) o
  where (a.starts_at < e.starts_at or a.ends_at > e.ends_at) and not isempty(o.outside)
union all
  select conflict_id('incomplete', s.id), s.event_id, 'incomplete', s.starts_at, s.ends_at,
    format('"%s" has a start but %s.', left(s.title, 100), case when s.ends_at is not null then 'no room'
      when m.id is not null then 'no end' else 'neither an end nor a room' end), null, m.id, array[s.id]
  from sessions s left join microlocations m on m.id = s.microlocation_id and m.deleted_at is null
  where s.deleted_at is null and s.state in ('accepted', 'confirmed', 'pending') and s.starts_at is not null
    and (s.ends_at is null or m.id is null);

create view schedule_conflicts_sessions as
  select c.id as schedule_conflict_id, unnest(c.session_ids) as session_id from schedule_conflicts c;
