-- A changed address waits in its token until it is confirmed.
alter table email_tokens drop constraint email_tokens_purpose_known;
alter table email_tokens add constraint email_tokens_purpose_known
  check (purpose in ('verify', 'reset', 'change'));

-- Whoever loses the right to give a role takes open invitations along.
alter table role_invites add column sender_id bigint
  constraint role_invites_sender_exists references users on delete set null;
create index role_invites_by_sender on role_invites (sender_id);

-- Where the log-in came from, as a digest: enough to recognise a network, not to read it.
alter table logins add column network text;
