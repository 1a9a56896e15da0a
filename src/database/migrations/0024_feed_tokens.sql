-- Secret addresses of calendars. Only the hashes of the secrets are kept.
create table feed_tokens (
  id bigint primary key generated always as identity,
  user_id bigint not null references users on delete cascade,
  name text,
  -- Null only until the transaction that makes it has made the token.
  token_hash text constraint feed_tokens_hash_unique unique,
  created_at timestamptz not null default now()
);
create index feed_tokens_by_user on feed_tokens (user_id);
