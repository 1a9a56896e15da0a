-- The answers to requests with an Idempotency-Key, written in the transaction of the request and kept for a day.

create table idempotency_keys (
  -- A user, an API token or, for those who are neither, a network.
  caller text not null,
  key text not null,
  -- Of the path and the body of the request.
  digest text not null,
  -- Status, headers and body, encrypted: they may hold tokens.
  sealed text not null,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Redemptions had keys of their own before all requests had them.
alter table discount_redemptions drop column idempotency_key, drop column request_digest;
