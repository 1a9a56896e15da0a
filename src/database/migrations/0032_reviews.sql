insert into roles (name, title_name) values ('reviewer', 'Reviewer') on conflict do nothing;
alter table role_invites
  drop constraint role_invites_role_name_known,
  add constraint role_invites_role_name_known check (role_name in (
    'owner', 'organizer', 'coorganizer', 'track_organizer', 'moderator', 'registrar', 'attendee', 'reviewer'
  ));

alter table events add column is_review_anonymous boolean not null default false;

create table review_criteria (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint review_criteria_event_exists references events on delete cascade,
  name text not null,
  weight double precision not null default 1 constraint review_criteria_weight_positive check (weight > 0),
  min integer not null default 0,
  max integer not null default 5,
  position integer not null default 0,
  is_required boolean not null default false,
  constraint review_criteria_min_below_max check (min < max)
);
create index review_criteria_by_event on review_criteria (event_id, id);

create table reviews (
  id bigint generated always as identity primary key,
  session_id bigint not null constraint reviews_session_exists references sessions on delete cascade,
  event_id bigint not null constraint reviews_event_exists references events on delete cascade,
  reviewer_id bigint constraint reviews_reviewer_exists references users on delete cascade,
  scores jsonb not null default '{}',
  comment text,
  score double precision,
  created_at timestamptz not null default now(),
  last_modified_at timestamptz not null default now()
);
create unique index reviews_once on reviews (reviewer_id, session_id);
create index reviews_by_session on reviews (session_id, id);
create index reviews_by_event on reviews (event_id, id);

alter table sessions
  add column review_score double precision,
  add column review_count integer not null default 0;

-- The weighted mean of the scores, each from 0 to 100, without the noise of its arithmetic. A score from before its criterion changed counts as the nearest one.
create function review_score(event bigint, scores jsonb) returns double precision language sql stable as $$
  select round((100 * sum(c.weight * (greatest(c.min, least(c.max, v.value::text::double precision)) - c.min) / (c.max - c.min))
    / sum(c.weight))::numeric, 6)
  from jsonb_each(scores) v join review_criteria c on c.event_id = event and c.id::text = v.key
$$;

-- The criteria stay as they are until the review is there, so that their next change counts it too.
create function score_review() returns trigger language plpgsql as $$
begin
  perform 1 from review_criteria where event_id = new.event_id order by id for share;
  new.score := review_score(new.event_id, new.scores);
  return new;
end $$;
create trigger reviews_scored before insert or update of scores on reviews
  for each row execute function score_review();

create function score_after_criteria_change() returns trigger language plpgsql as $$
begin
  update reviews r set score = review_score(r.event_id, r.scores)
    where exists (select 1 from added a join removed o on o.id = a.id
      where a.event_id = r.event_id and r.scores ? a.id::text
        and (a.weight, a.min, a.max) is distinct from (o.weight, o.min, o.max));
  return null;
end $$;
create trigger review_criteria_changed after update on review_criteria
  referencing old table as removed new table as added
  for each statement execute function score_after_criteria_change();

create function score_after_criteria_removal() returns trigger language plpgsql as $$
begin
  update reviews r set scores = r.scores - array(select o.id::text from removed o)
    where exists (select 1 from removed o where o.event_id = r.event_id and r.scores ? o.id::text);
  return null;
end $$;
create trigger review_criteria_removed after delete on review_criteria
  referencing old table as removed for each statement execute function score_after_criteria_removal();

-- As ratings are: see rate_sessions.
create function review_sessions(ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from sessions where id = any(ids) order by id for no key update;
  update sessions s set review_count = r.reviews, review_score = r.score
    from (select i.id, count(v.id) as reviews, round(avg(v.score)::numeric, 2) as score
      from unnest(ids) i (id) left join reviews v on v.session_id = i.id group by i.id) r
    where s.id = r.id;
end $$;
create function review_after_insert() returns trigger language plpgsql as $$
begin
  perform review_sessions(array(select distinct session_id from added));
  return null;
end $$;
create function review_after_update() returns trigger language plpgsql as $$
begin
  perform review_sessions(array(select distinct a.session_id from added a join removed r on r.id = a.id
    where a.score is distinct from r.score));
  return null;
end $$;
create function review_after_delete() returns trigger language plpgsql as $$
begin
  perform review_sessions(array(select distinct session_id from removed));
  return null;
end $$;
create trigger reviews_added after insert on reviews
  referencing new table as added for each statement execute function review_after_insert();
create trigger reviews_changed after update on reviews
  referencing old table as removed new table as added for each statement execute function review_after_update();
create trigger reviews_removed after delete on reviews
  referencing old table as removed for each statement execute function review_after_delete();
