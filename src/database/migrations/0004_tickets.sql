-- Tickets, the codes that discount or reveal them, and the payment authorization of an event.

create table ticket_tags (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint ticket_tags_event_exists references events on delete cascade,
  name text not null,
  deleted_at timestamptz
);
create index ticket_tags_by_event on ticket_tags (event_id, id);
create unique index ticket_tags_name_unique on ticket_tags (event_id, name) where deleted_at is null;

create table tickets (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint tickets_event_exists references events on delete cascade,
  name text not null,
  description text,
  type text not null constraint tickets_type_known check (type in (
    'free', 'paid', 'donation', 'freeRegistration', 'paidRegistration', 'donationRegistration'
  )),
  price double precision constraint tickets_price_in_range check (price >= 0),
  min_price double precision default 0 constraint tickets_min_price_in_range check (min_price >= 0),
  max_price double precision default 0 constraint tickets_max_price_in_range check (max_price >= 0),
  quantity integer not null default 100 constraint tickets_quantity_in_range check (quantity > 0),
  min_order integer not null default 1 constraint tickets_min_order_in_range check (min_order >= 0),
  max_order integer,
  position integer not null default 1,
  sales_starts_at timestamptz not null,
  sales_ends_at timestamptz not null,
  is_description_visible boolean not null default false,
  is_hidden boolean not null default false,
  is_checkin_restricted boolean not null default true,
  auto_checkin_enabled boolean not null default false,
  is_fee_absorbed boolean not null default false,
  form_id text,
  badge_id text,
  deleted_at timestamptz,
  constraint tickets_sales_end_after_start check (sales_ends_at > sales_starts_at),
  constraint tickets_max_order_not_below_min check (max_order >= min_order),
  constraint tickets_quantity_covers_orders check (quantity >= min_order and quantity >= max_order)
);
create index tickets_by_event on tickets (event_id, id);
create unique index tickets_name_unique on tickets (event_id, name) where deleted_at is null;

create table tickets_ticket_tags (
  ticket_id bigint not null constraint tickets_ticket_tags_ticket_exists references tickets on delete cascade,
  ticket_tag_id bigint not null
    constraint tickets_ticket_tags_ticket_tag_exists references ticket_tags on delete cascade,
  primary key (ticket_id, ticket_tag_id)
);
create index tickets_ticket_tags_by_ticket_tag on tickets_ticket_tags (ticket_tag_id, ticket_id);

-- Both kinds of discount code: `used_for` tells the event-level one from the ticket-level ones.
create table discount_codes (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint discount_codes_event_exists references events on delete cascade,
  marketer_id bigint constraint discount_codes_marketer_exists references users on delete set null,
  used_for text not null constraint discount_codes_used_for_known check (used_for in ('events', 'tickets')),
  code text not null,
  discount_url text,
  type text not null constraint discount_codes_type_known check (type in ('amount', 'percent')),
  value double precision not null,
  is_active boolean not null default true,
  tickets_number integer,
  min_quantity integer default 1 constraint discount_codes_min_quantity_in_range check (min_quantity >= 0),
  max_quantity integer,
  valid_from timestamptz,
  valid_till timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- How many tickets were discounted; only redemptions change it.
  used integer not null default 0,
  constraint discount_codes_value_in_range check (value >= 0 and (type = 'amount' or value <= 100)),
  -- A negative max_quantity is no limit.
  constraint discount_codes_min_below_max check (max_quantity < 0 or min_quantity < max_quantity),
  constraint discount_codes_number_covers_max check (tickets_number >= max_quantity),
  constraint discount_codes_not_overused check (used >= 0 and used <= tickets_number),
  constraint discount_codes_ends_after_start check (valid_till > valid_from),
  constraint discount_codes_event_level_has_no_marketer check (used_for = 'tickets' or marketer_id is null)
);
create index discount_codes_by_event on discount_codes (event_id, id);
create index discount_codes_by_marketer on discount_codes (marketer_id, id);
create unique index discount_codes_one_event_level on discount_codes (event_id)
  where used_for = 'events' and deleted_at is null;
create unique index discount_codes_code_unique on discount_codes (event_id, lower(code)) where deleted_at is null;

create table discount_codes_tickets (
  discount_code_id bigint not null
    constraint discount_codes_tickets_discount_code_exists references discount_codes on delete cascade,
  ticket_id bigint not null constraint discount_codes_tickets_ticket_exists references tickets on delete cascade,
  primary key (discount_code_id, ticket_id)
);
create index discount_codes_tickets_by_ticket on discount_codes_tickets (ticket_id, discount_code_id);

create table discount_redemptions (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint discount_redemptions_event_exists references events on delete cascade,
  discount_code_id bigint not null
    constraint discount_redemptions_discount_code_exists references discount_codes on delete cascade,
  user_id bigint not null constraint discount_redemptions_user_exists references users on delete cascade,
  quantity integer not null constraint discount_redemptions_quantity_in_range check (quantity > 0),
  discounts jsonb not null,
  created_at timestamptz not null default now(),
  -- Released: the uses were given back.
  deleted_at timestamptz,
  idempotency_key text,
  request_digest text not null
);
create index discount_redemptions_by_event on discount_redemptions (event_id, id);
create index discount_redemptions_by_discount_code on discount_redemptions (discount_code_id, id);
create index discount_redemptions_by_user on discount_redemptions (user_id, id);
-- Released ones count too: a repeated request never takes uses a second time.
create unique index discount_redemptions_once_for_key
  on discount_redemptions (user_id, discount_code_id, idempotency_key);

create table discount_redemptions_tickets (
  discount_redemption_id bigint not null
    constraint discount_redemptions_tickets_redemption_exists references discount_redemptions on delete cascade,
  ticket_id bigint not null
    constraint discount_redemptions_tickets_ticket_exists references tickets on delete cascade,
  primary key (discount_redemption_id, ticket_id)
);
create index discount_redemptions_tickets_by_ticket on discount_redemptions_tickets (ticket_id);

create table access_codes (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint access_codes_event_exists references events on delete cascade,
  marketer_id bigint constraint access_codes_marketer_exists references users on delete set null,
  code text not null,
  access_url text,
  is_active boolean not null default false,
  tickets_number integer constraint access_codes_tickets_number_in_range check (tickets_number >= 0),
  min_quantity integer constraint access_codes_min_quantity_in_range check (min_quantity >= 0),
  max_quantity integer,
  valid_from timestamptz not null,
  valid_till timestamptz,
  deleted_at timestamptz,
  constraint access_codes_min_not_above_max check (min_quantity <= max_quantity),
  constraint access_codes_number_covers_max check (tickets_number >= max_quantity),
  constraint access_codes_ends_after_start check (valid_till > valid_from)
);
create index access_codes_by_event on access_codes (event_id, id);
create index access_codes_by_marketer on access_codes (marketer_id, id);
create unique index access_codes_code_unique on access_codes (event_id, lower(code)) where deleted_at is null;

create table access_codes_tickets (
  access_code_id bigint not null
    constraint access_codes_tickets_access_code_exists references access_codes on delete cascade,
  ticket_id bigint not null constraint access_codes_tickets_ticket_exists references tickets on delete cascade,
  primary key (access_code_id, ticket_id)
);
create index access_codes_tickets_by_ticket on access_codes_tickets (ticket_id, access_code_id);

create table payment_authorizations (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint payment_authorizations_event_exists references events on delete cascade,
  payment_publishable_key text,
  -- What the provider gave, encrypted; written by the transaction that makes the row.
  sealed text
);
create unique index payment_authorizations_one_per_event on payment_authorizations (event_id);
