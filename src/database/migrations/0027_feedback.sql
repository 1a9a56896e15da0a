create table feedbacks (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint feedbacks_event_exists references events on delete cascade,
  session_id bigint constraint feedbacks_session_exists references sessions on delete cascade,
  user_id bigint constraint feedbacks_user_exists references users on delete cascade,
  rating double precision not null constraint feedbacks_rating_in_range check (rating between 0 and 5),
  comment text,
  created_at timestamptz not null default now()
);
create unique index feedbacks_once_for_event on feedbacks (user_id, event_id) where session_id is null;
create unique index feedbacks_once_for_session on feedbacks (user_id, session_id);
create index feedbacks_by_event on feedbacks (event_id, id);
create index feedbacks_by_session on feedbacks (session_id);

-- The rows of the sessions are locked in one order, so that many at once are counted one after the other.
create function rate_sessions(ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from sessions where id = any(ids) order by id for no key update;
  update sessions s set rating_count = r.ratings, average_rating = r.average
    from (select i.id, count(f.id) as ratings, coalesce(avg(f.rating), 0) as average
      from unnest(ids) i (id) left join feedbacks f on f.session_id = i.id group by i.id) r
    where s.id = r.id;
end $$;

create function rate_after_insert() returns trigger language plpgsql as $$
begin
  perform rate_sessions(array(select distinct session_id from added where session_id is not null));
  return null;
end $$;
create function rate_after_update() returns trigger language plpgsql as $$
begin
  perform rate_sessions(array(select distinct a.session_id from added a join removed r on r.id = a.id
    where a.session_id is not null and a.rating <> r.rating));
  return null;
end $$;
create function rate_after_delete() returns trigger language plpgsql as $$
begin
  perform rate_sessions(array(select distinct session_id from removed where session_id is not null));
  return null;
end $$;
create trigger feedbacks_added after insert on feedbacks
  referencing new table as added for each statement execute function rate_after_insert();
create trigger feedbacks_changed after update on feedbacks
  referencing old table as removed new table as added for each statement execute function rate_after_update();
create trigger feedbacks_removed after delete on feedbacks
  referencing old table as removed for each statement execute function rate_after_delete();
