-- Mails about an event: its organizers write their own texts, read what is sent, and hold it back when they want to.
alter table events add column is_mail_held boolean not null default false;

create table mail_templates (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint mail_templates_event_exists references events on delete cascade,
  occasion text not null constraint mail_templates_occasion_known check (occasion in (
    'session_accepted', 'session_rejected', 'session_confirmed', 'session_canceled', 'session_withdrawn',
    'session_moved', 'new_session', 'schedule_release', 'speaker_invite'
  )),
  subject text not null,
  text text not null,
  created_at timestamptz not null default now(),
  last_modified_at timestamptz not null default now()
);
create unique index mail_templates_one_per_occasion on mail_templates (event_id, occasion);
create index mail_templates_by_event on mail_templates (event_id, id);

-- The event is only there when organizers may read the text, so never with a token.
alter table mails
  add column event_id bigint constraint mails_event_exists references events on delete set null,
  add column text text,
  add column unsubscribe_token text,
  drop constraint mails_status_known,
  add constraint mails_status_known check (status in ('draft', 'pending', 'sending', 'sent', 'failed', 'recorded'));
create index mails_by_event on mails (event_id, id);

-- What a user gets from an event besides mails about their own sessions. The token ends only that.
create table mail_subscriptions (
  user_id bigint not null constraint mail_subscriptions_user_exists references users on delete cascade,
  event_id bigint not null constraint mail_subscriptions_event_exists references events on delete cascade,
  token text not null constraint mail_subscriptions_token_unique unique,
  unsubscribed_at timestamptz,
  primary key (user_id, event_id)
);
create index mail_subscriptions_by_event on mail_subscriptions (event_id);
