-- Who logs in with a provider of OpenID Connect: the provider, and the name that it never gives to anybody else.
create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null constraint identities_user_exists references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);
