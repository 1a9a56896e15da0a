-- Webhooks of events, and what they are sent. Deliveries are written in the transaction of the change.

create table webhooks (
  id bigint primary key generated always as identity,
  event_id bigint not null references events on delete cascade,
  url text not null,
  -- Deliveries to one host at once are limited.
  host text not null generated always as (lower(substring(url from '^[^:]+://([^/?#]+)'))) stored,
  events jsonb not null,
  is_active boolean not null default true,
  inactive_reason text,
  -- Encrypted. Null only until the transaction that makes the webhook has made it.
  sealed_secret text,
  -- The secret before, which still signs for a while.
  former_sealed_secret text,
  former_secret_ends_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhooks_by_event on webhooks (event_id, id);

create table webhook_deliveries (
  id bigint primary key generated always as identity,
  webhook_id bigint not null references webhooks on delete cascade,
  event_id bigint not null references events on delete cascade,
  -- The same for all attempts, so that a receiver can tell a repetition.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  name text not null,
  record_type text not null,
  record_id text not null,
  -- The row as the change left it, until it is turned into the document that is sent.
  record jsonb,
  document text,
  status text not null default 'pending'
    constraint webhook_deliveries_status_known check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  attempted_at timestamptz,
  -- While an attempt runs, when another worker may take it over.
  next_attempt_at timestamptz not null default now(),
  response_status integer,
  response_text text,
  -- In milliseconds.
  duration integer,
  error text,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_event on webhook_deliveries (event_id, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
create index webhook_deliveries_to_send on webhook_deliveries (webhook_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, record_type, record_id, id)
  where status = 'pending';

create function tell_webhook() returns trigger language plpgsql as $$
begin
  perform pg_notify('plenum_webhook', '');
  return null;
end
$$;
-- For each row: most statements that could make deliveries make none.
create trigger webhook_deliveries_tell after insert on webhook_deliveries for each row execute function tell_webhook();
