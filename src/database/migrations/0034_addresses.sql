-- What is kept about a person is found by the address too.
create index speakers_by_email on speakers (lower(email)) where email is not null;
create index mails_by_recipient on mails (lower(recipient));
create index role_invites_by_email on role_invites (lower(email));
create index speaker_invites_by_email on speaker_invites (lower(email));
