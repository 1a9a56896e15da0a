-- Short tasks do not wait behind long ones. What a user has open is counted at each start.
alter table tasks add column lane text not null default 'long'
  constraint tasks_lane_known check (lane in ('long', 'short'));
create index tasks_open_by_user on tasks (user_id, lane) where finished_at is null;
-- A newer picture of a record ends the tasks of older ones.
create index tasks_open_by_record on tasks ((data->>'id'), name) where finished_at is null;
