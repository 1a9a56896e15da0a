-- Names of constraints and unique indexes are part of the program: database/refusals.ts translates refusals by them.
-- <table>_<relationship>_exists is a foreign key, <table>_<field>_known a choice of words.

-- Roles and users

create table roles (
  id bigint generated always as identity primary key,
  name text not null constraint roles_name_unique unique,
  title_name text
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  password_hash text,
  first_name text,
  last_name text,
  public_name text,
  is_profile_public boolean not null default false,
  avatar_url text,
  original_image_url text,
  thumbnail_image_url text,
  small_image_url text,
  icon_image_url text,
  was_registered_with_order boolean not null default false,
  details text,
  contact text,
  company text,
  language_prefrence text,
  facebook_url text,
  twitter_url text,
  instagram_url text,
  google_plus_url text,
  facebook_id text,
  billing_contact_name text,
  billing_phone text,
  billing_address text,
  billing_city text,
  billing_zip_code text,
  billing_state text,
  billing_country text,
  billing_tax_info text,
  billing_additional_info text,
  is_verified boolean not null default false,
  is_admin boolean not null default false,
  is_super_admin boolean not null default false,
  is_sales_admin boolean not null default false,
  is_marketer boolean not null default false,
  is_blocked boolean not null default false,
  last_accessed_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email_unique on users (lower(email)) where deleted_at is null;

create table logins (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null constraint logins_user_exists references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  csrf text
);
create index logins_by_user on logins (user_id);

create table email_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null constraint email_tokens_user_exists references users on delete cascade,
  purpose text not null constraint email_tokens_purpose_known check (purpose in ('verify', 'reset')),
  email text not null,
  token_hash text not null constraint email_tokens_token_unique unique,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_by_user on email_tokens (user_id);

-- Losing the counters in a crash only forgives a few tries.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint notifications_user_exists references users on delete cascade,
  is_read boolean not null default false,
  content jsonb not null,
  created_at timestamptz not null default now()
);
create index notifications_by_user on notifications (user_id, id);

create table mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  time timestamptz not null default now(),
  action text not null,
  subject text not null,
  message text not null,
  status text not null default 'recorded',
  attempts integer not null default 0,
  sent_at timestamptz,
  error text
);
create index mails_by_time on mails (time, id);

-- Types, topics and sub-topics of events

-- A slug is made once and survives a rename. The argument of the trigger narrows where it must be unique.
create function fill_slug() returns trigger language plpgsql as $$
declare
  is_taken boolean;
begin
  new.slug := replace(replace(replace(replace(lower(new.name), '& ', ''), ',', ''), '/', '-'), ' ', '-');
  execute format('select exists (select from %s where slug = ($1).slug %s)', tg_relid::regclass, tg_argv[0])
    into is_taken using new;
  if is_taken then
    new.slug := new.slug || '-' || replace(gen_random_uuid()::text, '-', '');
  end if;
  return new;
end
$$;

create table event_types (
  id bigint generated always as identity primary key,
  name text not null,
  slug text not null constraint event_types_slug_unique unique,
  deleted_at timestamptz
);
create trigger event_types_fill_slug before insert on event_types
  for each row execute function fill_slug();

create table event_topics (
  id bigint generated always as identity primary key,
  name text not null,
  system_image_url text,
  slug text not null constraint event_topics_slug_unique unique,
  deleted_at timestamptz
);
create trigger event_topics_fill_slug before insert on event_topics
  for each row execute function fill_slug();

create table event_sub_topics (
  id bigint generated always as identity primary key,
  event_topic_id bigint not null
    constraint event_sub_topics_event_topic_exists references event_topics on delete cascade,
  name text not null,
  slug text not null,
  constraint event_sub_topics_slug_unique unique (event_topic_id, slug)
);
create index event_sub_topics_by_event_topic on event_sub_topics (event_topic_id, id);
create trigger event_sub_topics_fill_slug before insert on event_sub_topics
  for each row execute function fill_slug('and event_topic_id = ($1).event_topic_id');

-- Events

create function new_identifier() returns text language plpgsql volatile as $$
declare
  candidate text;
begin
  loop
    candidate := substr(gen_random_uuid()::text, 1, 8);
    -- An identifier of digits alone could not be told from an id.
    exit when candidate !~ '^[0-9]+$' and not exists (select from events where identifier = candidate);
  end loop;
  return candidate;
end
$$;

create table events (
  id bigint generated always as identity primary key,
  identifier text not null default new_identifier() constraint events_identifier_unique unique,
  name text not null,
  description text,
  starts_at timestamptz,
  ends_at timestamptz not null,
  timezone text not null default 'UTC',
  state text not null default 'draft' constraint events_state_known check (state in ('draft', 'published')),
  privacy text not null default 'public' constraint events_privacy_known check (privacy in ('public', 'private')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  schedule_published_on timestamptz,

  event_type_id bigint constraint events_event_type_exists references event_types on delete set null,
  event_topic_id bigint constraint events_event_topic_exists references event_topics on delete set null,
  event_sub_topic_id bigint constraint events_event_sub_topic_exists references event_sub_topics on delete set null,

  online boolean not null default false,
  latitude double precision constraint events_latitude_in_range check (latitude between -90 and 90),
  longitude double precision constraint events_longitude_in_range check (longitude between -180 and 180),
  location_name text,
  searchable_location_name text,
  is_map_shown boolean not null default false,

  external_event_url text,
  ticket_url text,
  logo_url text,
  original_image_url text,
  large_image_url text,
  thumbnail_image_url text,
  icon_image_url text,
  ical_url text,
  xcal_url text,
  pentabarf_url text,

  has_owner_info boolean not null default false,
  owner_name text,
  owner_description text,
  code_of_conduct text,
  after_order_message text,

  public_stream_link text,
  stream_loop boolean not null default false,
  stream_autoplay boolean not null default false,
  is_chat_enabled boolean not null default false,
  chat_room_name text not null
    generated always as (regexp_replace(name, '[^0-9a-zA-Z!]', '-', 'g') || '-' || identifier) stored,
  is_videoroom_enabled boolean not null default false,
  is_document_enabled boolean not null default false,
  document_links jsonb,

  is_featured boolean not null default false,
  is_promoted boolean not null default false,
  is_demoted boolean not null default false,
  is_announced boolean not null default false,
  is_badges_enabled boolean not null default false,
  is_cfs_enabled boolean not null default false,
  is_oneclick_signup_enabled boolean not null default false,
  is_sessions_speakers_enabled boolean not null default false,
  is_sponsors_enabled boolean not null default false,
  is_ticket_form_enabled boolean not null default true,
  is_ticketing_enabled boolean not null default true,
  show_remaining_tickets boolean not null default false,

  is_tax_enabled boolean not null default false,
  is_billing_info_mandatory boolean not null default false,
  is_donation_enabled boolean not null default false,
  is_stripe_linked boolean not null default false,
  payment_country text,
  payment_currency text,
  can_pay_by_paypal boolean not null default false,
  can_pay_by_stripe boolean not null default false,
  can_pay_by_cheque boolean not null default false,
  can_pay_by_bank boolean not null default false,
  can_pay_by_invoice boolean not null default false,
  can_pay_by_omise boolean not null default false,
  can_pay_by_alipay boolean not null default false,
  can_pay_by_paytm boolean not null default false,
  can_pay_onsite boolean not null default false,
  refund_policy text,
  paypal_email text,
  cheque_details text,
  bank_details text,
  onsite_details text,
  invoice_details text,
  completed_order_sales integer,
  placed_order_sales integer,
  pending_order_sales integer,
  completed_order_tickets integer,
  placed_order_tickets integer,
  pending_order_tickets integer,

  constraint events_ends_after_start check (ends_at > starts_at)
);
create index events_by_event_type on events (event_type_id, id);
create index events_by_event_topic on events (event_topic_id, id);
create index events_by_event_sub_topic on events (event_sub_topic_id, id);
create index events_by_visibility on events (state, privacy, id) where deleted_at is null;
create index events_by_start on events (state, privacy, starts_at, id) where deleted_at is null;
create index events_by_name on events (name, id) where deleted_at is null;

create table users_events_roles (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint users_events_roles_user_exists references users on delete cascade,
  event_id bigint not null constraint users_events_roles_event_exists references events on delete cascade,
  role_id bigint not null constraint users_events_roles_role_exists references roles,
  constraint users_events_roles_unique unique (user_id, event_id, role_id)
);
create index users_events_roles_by_event on users_events_roles (event_id, id);
create index users_events_roles_by_role on users_events_roles (role_id, id);

-- A user may have several roles at one event.
create view users_events as
  select distinct user_id, event_id from users_events_roles;

create table role_invites (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint role_invites_event_exists references events on delete cascade,
  role_id bigint constraint role_invites_role_exists references roles on delete set null,
  email text not null,
  role_name text not null constraint role_invites_role_name_known check (role_name in (
    'owner', 'organizer', 'coorganizer', 'track_organizer', 'moderator', 'registrar', 'attendee'
  )),
  status text not null default 'pending'
    constraint role_invites_status_known check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz not null default now(),
  token_hash text constraint role_invites_token_unique unique,
  expires_at timestamptz
);
create unique index role_invites_one_pending on role_invites (event_id, lower(email), role_name)
  where status = 'pending';
create index role_invites_by_event on role_invites (event_id, id);
create index role_invites_by_role on role_invites (role_id, id);

-- The parts of an event. The index by event also serves the cascade, therefore it covers deleted rows.

create table social_links (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint social_links_event_exists references events on delete cascade,
  name text not null,
  link text not null,
  identifier text default substr(gen_random_uuid()::text, 1, 8),
  deleted_at timestamptz
);
create index social_links_by_event on social_links (event_id, id);

create table custom_forms (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint custom_forms_event_exists references events on delete cascade,
  form text not null,
  type text not null default 'text' constraint custom_forms_type_known check (type in (
    'text', 'checkbox', 'select', 'file', 'image', 'email', 'number', 'paragraph', 'richtextlink', 'boolean', 'year'
  )),
  field_identifier text not null,
  name text,
  description text,
  is_required boolean not null default false,
  is_included boolean not null default false,
  is_fixed boolean not null default false,
  is_public boolean not null default false,
  is_allow_edit boolean not null default false,
  is_complex boolean not null default false,
  position integer not null default 0,
  form_id text,
  min integer default 0,
  max integer default 10,
  main_language text
);
create index custom_forms_by_event on custom_forms (event_id, id);

create table microlocations (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint microlocations_event_exists references events on delete cascade,
  name text not null,
  latitude double precision constraint microlocations_latitude_in_range check (latitude between -90 and 90),
  longitude double precision constraint microlocations_longitude_in_range check (longitude between -180 and 180),
  floor integer,
  room text,
  position integer not null default 0,
  hidden_in_scheduler boolean not null default false,
  is_chat_enabled boolean default false,
  is_global_event_room boolean default false,
  chat_room_name text not null
    generated always as (regexp_replace(name, '[^0-9a-zA-Z!]', '-', 'g') || '-' || id::text) stored,
  deleted_at timestamptz
);
create index microlocations_by_event on microlocations (event_id, id);

create table sponsors (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint sponsors_event_exists references events on delete cascade,
  name text not null,
  description text,
  url text,
  logo_url text,
  level integer,
  type text,
  deleted_at timestamptz
);
create index sponsors_by_event on sponsors (event_id, id);

create table speakers (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint speakers_event_exists references events on delete cascade,
  user_id bigint constraint speakers_user_exists references users on delete set null,
  name text not null,
  email text,
  is_email_overridden boolean not null default false,
  photo_url text,
  thumbnail_image_url text,
  small_image_url text,
  icon_image_url text,
  short_biography text,
  long_biography text,
  speaking_experience text,
  sponsorship_required text,
  mobile text,
  organisation text,
  position text,
  country text,
  city text,
  address text,
  heard_from text,
  website text,
  twitter text,
  facebook text,
  github text,
  mastodon text,
  linkedin text,
  instagram text,
  gender text constraint speakers_gender_known check (gender in (
    'Man', 'Woman', 'Transgender', 'Non-binary', 'Genderqueer', 'An identity not listed here', 'I prefer not to say'
  )),
  is_featured boolean not null default false,
  "order" integer not null default 0,
  complex_field_values jsonb,
  speaker_positions jsonb,
  deleted_at timestamptz
);
create index speakers_by_event on speakers (event_id, id);
create index speakers_by_user on speakers (user_id, id);
create index speakers_by_name on speakers (event_id, name, id) where deleted_at is null;
create index speakers_by_order on speakers (event_id, "order", id) where deleted_at is null;

create table tracks (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint tracks_event_exists references events on delete cascade,
  name text not null,
  description text,
  color text not null constraint tracks_color_is_hex check (color ~ '^#[0-9a-f]{6}$'),
  -- Black on light colours, white on dark ones, by the luma of the colour.
  font_color text not null generated always as (
    case
      when 0.299 * get_byte(decode(substr(color, 2), 'hex'), 0)
        + 0.587 * get_byte(decode(substr(color, 2), 'hex'), 1)
        + 0.114 * get_byte(decode(substr(color, 2), 'hex'), 2) > 127.5 then '#000000'
      else '#ffffff'
    end
  ) stored,
  position integer not null default 0,
  deleted_at timestamptz
);
create index tracks_by_event on tracks (event_id, id);

create table session_types (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint session_types_event_exists references events on delete cascade,
  name text not null,
  length text not null,
  position integer not null default 0,
  deleted_at timestamptz
);
create index session_types_by_event on session_types (event_id, id);

create table sessions (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint sessions_event_exists references events on delete cascade,
  track_id bigint constraint sessions_track_exists references tracks on delete set null,
  session_type_id bigint constraint sessions_session_type_exists references session_types on delete set null,
  microlocation_id bigint constraint sessions_microlocation_exists references microlocations on delete set null,
  creator_id bigint constraint sessions_creator_exists references users on delete set null,
  title text not null,
  subtitle text,
  level text constraint sessions_level_known check (level in ('Beginner', 'Intermediate', 'Advanced', 'Expert')),
  short_abstract text default '',
  long_abstract text default '',
  comments text,
  language text,
  starts_at timestamptz,
  ends_at timestamptz,
  slides_url text,
  video_url text,
  audio_url text,
  signup_url text,
  slides jsonb,
  website text,
  twitter text,
  facebook text,
  github text,
  linkedin text,
  instagram text,
  gitlab text,
  mastodon text,
  state text not null default 'draft' constraint sessions_state_known check (state in (
    'draft', 'pending', 'accepted', 'confirmed', 'rejected', 'canceled', 'withdrawn'
  )),
  submitted_at timestamptz,
  is_mail_sent boolean not null default false,
  is_locked boolean not null default false,
  complex_field_values jsonb,
  average_rating double precision not null default 0,
  rating_count integer not null default 0,
  favourite_count integer not null default 0,
  created_at timestamptz not null default now(),
  last_modified_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint sessions_ends_after_start check (ends_at > starts_at)
);
create index sessions_by_event on sessions (event_id, id);
create index sessions_by_track on sessions (track_id, id);
create index sessions_by_session_type on sessions (session_type_id, id);
create index sessions_by_microlocation on sessions (microlocation_id, id);
create index sessions_by_creator on sessions (creator_id, id);
create index sessions_by_state on sessions (event_id, state, id) where deleted_at is null;
create index sessions_by_start on sessions (event_id, starts_at, id) where deleted_at is null;
create index sessions_by_title on sessions (event_id, title, id) where deleted_at is null;
-- What everyone may see, in two orders.
create index sessions_public on sessions (event_id, id)
  where deleted_at is null and state in ('accepted', 'confirmed');
create index sessions_public_by_start on sessions (event_id, starts_at, id)
  where deleted_at is null and state in ('accepted', 'confirmed');

create table speakers_sessions (
  session_id bigint not null constraint speakers_sessions_session_exists references sessions on delete cascade,
  speaker_id bigint not null constraint speakers_sessions_speaker_exists references speakers on delete cascade,
  primary key (session_id, speaker_id)
);
create index speakers_sessions_by_speaker on speakers_sessions (speaker_id, session_id);

-- The sessions that a user made or speaks in.
create view users_sessions as
  select creator_id as user_id, id as session_id from sessions where creator_id is not null
  union
  select speakers.user_id, speakers_sessions.session_id
  from speakers join speakers_sessions on speakers_sessions.speaker_id = speakers.id
  where speakers.user_id is not null and speakers.deleted_at is null;

create table speakers_calls (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint speakers_calls_event_exists references events on delete cascade,
  announcement text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  soft_ends_at timestamptz,
  hash text,
  privacy text not null default 'public'
    constraint speakers_calls_privacy_known check (privacy in ('public', 'private')),
  deleted_at timestamptz,
  constraint speakers_calls_ends_after_start check (ends_at > starts_at)
);
create index speakers_calls_by_event on speakers_calls (event_id, id);
create unique index speakers_calls_one_per_event on speakers_calls (event_id) where deleted_at is null;

create table event_copyrights (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint event_copyrights_event_exists references events on delete cascade,
  holder text,
  holder_url text,
  licence text not null,
  licence_url text,
  year integer constraint event_copyrights_year_in_range check (year >= 1900),
  logo_url text,
  deleted_at timestamptz
);
create index event_copyrights_by_event on event_copyrights (event_id, id);
create unique index event_copyrights_one_per_event on event_copyrights (event_id) where deleted_at is null;

-- What every installation starts with

insert into roles (name, title_name) values
  ('owner', 'Owner'),
  ('organizer', 'Organizer'),
  ('coorganizer', 'Co-Organizer'),
  ('track_organizer', 'Track Organizer'),
  ('moderator', 'Moderator'),
  ('registrar', 'Registrar'),
  ('attendee', 'Attendee');

insert into event_types (name) values
  ('Appearance or Signing'),
  ('Attraction'),
  ('Camp, Treat & Retreat'),
  ('Class, Training, or Workshop'),
  ('Concert or Performance'),
  ('Conference'),
  ('Convention'),
  ('Dinner or Gala'),
  ('Festival or Fair'),
  ('Game or Competition'),
  ('Meeting or Networking Event'),
  ('Party or Social Gathering'),
  ('Race or Endurance Event'),
  ('Rally'),
  ('Screening'),
  ('Seminar or Talk'),
  ('Tour'),
  ('Tournament'),
  ('Other');

insert into event_topics (name) values
  ('Auto, Boat & Air'),
  ('Business & Professional'),
  ('Charity & Causes'),
  ('Community & Culture'),
  ('Family & Education'),
  ('Film, Media & Entertainment'),
  ('Food & Drink'),
  ('Government & Politics'),
  ('Health & Wellness'),
  ('Hobbies & Special Interest'),
  ('Home & Lifestyle'),
  ('Music'),
  ('Performing & Visual Arts'),
  ('Religion & Spirituality'),
  ('Science & Technology'),
  ('Seasonal & Holiday'),
  ('Sports & Fitness'),
  ('Travel & Outdoor'),
  ('Other');

insert into event_sub_topics (event_topic_id, name)
select event_topics.id, seed.name
from (values
  ('Auto, Boat & Air', 'Cars'),
  ('Auto, Boat & Air', 'Boats'),
  ('Auto, Boat & Air', 'Aircraft'),
  ('Business & Professional', 'Start-ups'),
  ('Business & Professional', 'Finance'),
  ('Business & Professional', 'Marketing'),
  ('Business & Professional', 'Careers'),
  ('Charity & Causes', 'Fundraising'),
  ('Charity & Causes', 'Environment'),
  ('Charity & Causes', 'Human Rights'),
  ('Community & Culture', 'Neighbourhood'),
  ('Community & Culture', 'Heritage'),
  ('Community & Culture', 'Languages'),
  ('Family & Education', 'Children'),
  ('Family & Education', 'Parents'),
  ('Family & Education', 'Schools'),
  ('Film, Media & Entertainment', 'Film'),
  ('Film, Media & Entertainment', 'Television'),
  ('Film, Media & Entertainment', 'Games'),
  ('Food & Drink', 'Cooking'),
  ('Food & Drink', 'Wine'),
  ('Food & Drink', 'Beer'),
  ('Government & Politics', 'Local Government'),
  ('Government & Politics', 'Elections'),
  ('Government & Politics', 'Open Data'),
  ('Health & Wellness', 'Medicine'),
  ('Health & Wellness', 'Mental Health'),
  ('Health & Wellness', 'Yoga'),
  ('Hobbies & Special Interest', 'Books'),
  ('Hobbies & Special Interest', 'Crafts'),
  ('Hobbies & Special Interest', 'Photography'),
  ('Home & Lifestyle', 'Garden'),
  ('Home & Lifestyle', 'Interiors'),
  ('Music', 'Classical'),
  ('Music', 'Jazz'),
  ('Music', 'Rock'),
  ('Music', 'Electronic'),
  ('Performing & Visual Arts', 'Theatre'),
  ('Performing & Visual Arts', 'Dance'),
  ('Performing & Visual Arts', 'Painting'),
  ('Performing & Visual Arts', 'Sculpture'),
  ('Religion & Spirituality', 'Worship'),
  ('Religion & Spirituality', 'Meditation'),
  ('Science & Technology', 'Software'),
  ('Science & Technology', 'Hardware'),
  ('Science & Technology', 'Natural Sciences'),
  ('Science & Technology', 'Medicine'),
  ('Seasonal & Holiday', 'New Year'),
  ('Seasonal & Holiday', 'Summer'),
  ('Seasonal & Holiday', 'Christmas'),
  ('Sports & Fitness', 'Running'),
  ('Sports & Fitness', 'Football'),
  ('Sports & Fitness', 'Cycling'),
  ('Travel & Outdoor', 'Hiking'),
  ('Travel & Outdoor', 'Camping'),
  ('Travel & Outdoor', 'City Tours'),
  ('Other', 'Open Day'),
  ('Other', 'Miscellaneous')
) as seed (topic, name)
join event_topics on event_topics.name = seed.topic
order by event_topics.id, seed.name;
