create table speaker_invites (
  id bigint generated always as identity primary key,
  session_id bigint not null constraint speaker_invites_session_exists references sessions on delete cascade,
  event_id bigint not null constraint speaker_invites_event_exists references events on delete cascade,
  email text not null,
  status text not null default 'pending'
    constraint speaker_invites_status_known check (status in ('pending', 'accepted', 'rejected', 'expired')),
  created_at timestamptz not null default now(),
  token_hash text constraint speaker_invites_token_unique unique,
  expires_at timestamptz,
  sender_id bigint constraint speaker_invites_sender_exists references users on delete set null
);
create unique index speaker_invites_one_pending on speaker_invites (session_id, lower(email)) where status = 'pending';
create index speaker_invites_pending_by_email on speaker_invites (lower(email)) where status = 'pending';
create index speaker_invites_by_session on speaker_invites (session_id, id);
create index speaker_invites_by_event on speaker_invites (event_id, id);
create index speaker_invites_by_sender on speaker_invites (sender_id);
