-- When a speaker or a room can be planned: a list of {"starts-at", "ends-at"}. Null or empty means always.
alter table speakers add column availabilities jsonb;
alter table microlocations add column availabilities jsonb;
