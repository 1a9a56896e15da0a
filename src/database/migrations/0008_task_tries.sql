-- Set while a try runs. A task that is taken up while it is set was cut off: the process of its former try has died.
alter table tasks add column is_running boolean not null default false;
