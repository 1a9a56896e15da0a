-- Tokens by which scripts call the service for a user. Only their hashes are kept.

create table api_tokens (
  id bigint primary key generated always as identity,
  user_id bigint not null references users on delete cascade,
  name text not null,
  scopes jsonb not null,
  -- Null only until the transaction that makes it has made the token.
  token_hash text constraint api_tokens_hash_unique unique,
  -- Kept beside the links, so that a token whose events are gone does not become one for all events.
  is_limited boolean not null default false,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_tokens_by_user on api_tokens (user_id);

create table api_tokens_events (
  api_token_id bigint not null references api_tokens on delete cascade,
  event_id bigint not null references events on delete cascade,
  primary key (api_token_id, event_id)
);
create index api_tokens_events_by_event on api_tokens_events (event_id);
