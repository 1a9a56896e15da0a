import {
  choice,
  decimal,
  email,
  flag,
  html,
  integer,
  links,
  moment,
  prose,
  resource,
  text,
  timezone,
  url,
} from './declare.ts'
import { eventArchive } from './event-archive.ts'
import { eventDescriptions } from './event-descriptions.ts'
import { feedExpression } from './feed-address.ts'
import { eventImageSize, eventSize } from './image-sizes.ts'
import { nearestChoice } from './meanings.ts'
import { givesRole, type RoleName } from './role.ts'
import { type Rule, startsBeforeEnd } from './rules.ts'

const STATES = ['draft', 'published'] as const

const DAY = 24 * 60 * 60 * 1000
const MOST_DAYS = 20

const notTooLong: Rule = {
  fields: ['state', 'starts_at', 'ends_at'],
  at: 'ends_at',
  onlyRequests: true,
  message: `a published event may last at most ${MOST_DAYS} days`,
  holds({ state, starts_at, ends_at }) {
    if (state !== 'published' || starts_at == null || ends_at == null) return true
    // Whole days count.
    return (Date.parse(ends_at as string) - Date.parse(starts_at as string)) / DAY < MOST_DAYS + 1
  },
}

const peopleWith = (name: RoleName) =>
  ({
    to: 'user',
    through: { table: 'users_events_roles', own: 'event_id', other: 'user_id', where: givesRole(name) },
    readOnly: true,
    visibleTo: 'coorganizer',
  }) as const

export const event = resource({
  type: 'event',
  about: 'A conference, a meeting or a festival.',
  path: '/events',
  table: 'events',
  key: 'identifier',
  fields: {
    identifier: text({ readOnly: true }),
    name: text({ required: true, max: 800, words: 'a' }),
    description: html({ links: true, nullable: true, words: 'b' }),
    // May be left out, but not be null.
    starts_at: moment(),
    ends_at: moment({ required: true }),
    timezone: timezone({ default: 'UTC' }),
    state: choice(STATES, { default: 'draft' }),
    privacy: choice(['public', 'private'], { default: 'public', neverNull: true }),
    created_at: moment({ readOnly: true }),
    schedule_published_on: moment({ nullable: true }),

    online: flag({ default: false }),
    latitude: decimal({ nullable: true, min: -90, max: 90 }),
    longitude: decimal({ nullable: true, min: -180, max: 180 }),
    location_name: text({ nullable: true }),
    searchable_location_name: text({ nullable: true }),
    is_map_shown: flag({ default: false, neverNull: true }),

    external_event_url: url({ nullable: true }),
    ticket_url: url({ nullable: true }),
    logo_url: url({ nullable: true }),
    original_image_url: url({ nullable: true }),
    large_image_url: url({ nullable: true, readOnly: true }),
    thumbnail_image_url: url({ nullable: true, readOnly: true }),
    icon_image_url: url({ nullable: true, readOnly: true }),
    ical_url: url({ nullable: true, readOnly: true, expression: feedExpression('ics') }),
    xcal_url: url({ nullable: true, readOnly: true, expression: feedExpression('xcal') }),
    pentabarf_url: url({ nullable: true, readOnly: true, expression: feedExpression('xml') }),

    has_owner_info: flag({ default: false }),
    owner_name: text({ nullable: true }),
    owner_description: html({ links: true, nullable: true, words: 'c' }),
    code_of_conduct: html({ links: true, nullable: true, words: 'd' }),
    after_order_message: html({ links: true, nullable: true }),

    public_stream_link: url({ nullable: true }),
    stream_loop: flag({ default: false }),
    stream_autoplay: flag({ default: false }),
    is_chat_enabled: flag({ default: false }),
    chat_room_name: text({ readOnly: true }),
    is_videoroom_enabled: flag({ default: false }),
    is_document_enabled: flag({ default: false }),
    document_links: links({ nullable: true }),

    is_featured: flag({ default: false, writableBy: 'staff' }),
    is_promoted: flag({ default: false, writableBy: 'staff' }),
    is_demoted: flag({ default: false, writableBy: 'staff' }),
    is_announced: flag({ default: false }),
    is_badges_enabled: flag({ default: false }),
    is_cfs_enabled: flag({ default: false }),
    is_oneclick_signup_enabled: flag({ default: false }),
    is_sessions_speakers_enabled: flag({ default: false }),
    is_review_anonymous: flag({ default: false }),
    is_sponsors_enabled: flag({ default: false }),
    is_mail_held: flag({ default: false, visibleTo: 'coorganizer' }),
    is_ticket_form_enabled: flag({ default: true }),
    is_ticketing_enabled: flag({ default: true }),
    show_remaining_tickets: flag({ default: false }),

    is_tax_enabled: flag({ default: false }),
    is_billing_info_mandatory: flag({ default: false }),
    is_donation_enabled: flag({ default: false }),
    is_stripe_linked: flag({ readOnly: true, default: false }),
    payment_country: text({ nullable: true }),
    payment_currency: text({ nullable: true }),
    can_pay_by_paypal: flag({ default: false }),
    can_pay_by_stripe: flag({ default: false }),
    can_pay_by_cheque: flag({ default: false }),
    can_pay_by_bank: flag({ default: false }),
    can_pay_by_invoice: flag({ default: false }),
    can_pay_by_omise: flag({ default: false }),
    can_pay_by_alipay: flag({ default: false }),
    can_pay_by_paytm: flag({ default: false }),
    can_pay_onsite: flag({ default: false }),
    refund_policy: prose({ nullable: true }),
    paypal_email: email({ nullable: true, visibleTo: 'coorganizer' }),
    cheque_details: prose({ nullable: true, visibleTo: 'coorganizer' }),
    bank_details: prose({ nullable: true, visibleTo: 'coorganizer' }),
    onsite_details: prose({ nullable: true, visibleTo: 'coorganizer' }),
    invoice_details: prose({ nullable: true, visibleTo: 'coorganizer' }),
    completed_order_sales: integer({ nullable: true, readOnly: true, visibleTo: 'coorganizer' }),
    placed_order_sales: integer({ nullable: true, readOnly: true, visibleTo: 'coorganizer' }),
    pending_order_sales: integer({ nullable: true, readOnly: true, visibleTo: 'coorganizer' }),
    completed_order_tickets: integer({ nullable: true, readOnly: true, visibleTo: 'coorganizer' }),
    placed_order_tickets: integer({ nullable: true, readOnly: true, visibleTo: 'coorganizer' }),
    pending_order_tickets: integer({ nullable: true, readOnly: true, visibleTo: 'coorganizer' }),
  },
  belongsTo: {
    event_type: { to: 'event-type' },
    event_topic: { to: 'event-topic' },
    event_sub_topic: { to: 'event-sub-topic' },
  },
  hasOne: {
    // The front end of Open Event creates a call only if this is set.
    speakers_call: { to: 'speakers-call', by: 'event', missingWhenEmpty: true },
    event_copyright: { to: 'event-copyright', by: 'event' },
    payment_authorization: { to: 'payment-authorization', by: 'event', visibleTo: 'organizer' },
    // The event-level code; ticket-level codes are among the discount codes.
    discount_code: {
      to: 'discount-code',
      through: {
        table: 'discount_codes',
        own: 'event_id',
        other: 'id',
        where: "l.used_for = 'events' and l.deleted_at is null",
      },
      visibleTo: 'staff',
    },
    owner: peopleWith('owner'),
  },
  hasMany: {
    microlocations: { to: 'microlocation', by: 'event' },
    social_links: { to: 'social-link', by: 'event' },
    tracks: { to: 'track', by: 'event' },
    sponsors: { to: 'sponsor', by: 'event' },
    session_types: { to: 'session-type', by: 'event' },
    sessions: { to: 'session', by: 'event' },
    schedule_conflicts: { to: 'schedule-conflict', by: 'event', readOnly: true, visibleTo: 'coorganizer' },
    speakers: { to: 'speaker', by: 'event' },
    feedbacks: { to: 'feedback', by: 'event' },
    speaker_invites: { to: 'speaker-invite', by: 'event', visibleTo: 'coorganizer' },
    custom_forms: { to: 'custom-form', by: 'event', visibleTo: 'viewer' },
    mail_templates: { to: 'mail-template', by: 'event', visibleTo: 'coorganizer' },
    mails: { to: 'mail', by: 'event', readOnly: true, visibleTo: 'coorganizer' },
    schedule_releases: { to: 'schedule-release', by: 'event' },
    tickets: { to: 'ticket', by: 'event' },
    ticket_tags: { to: 'ticket-tag', by: 'event' },
    discount_codes: { to: 'discount-code', by: 'event', visibleTo: 'coorganizer' },
    access_codes: { to: 'access-code', by: 'event', visibleTo: 'coorganizer' },
    role_invites: { to: 'role-invite', by: 'event', visibleTo: 'coorganizer' },
    changes: { to: 'change', by: 'event', readOnly: true, visibleTo: 'organizer' },
    webhooks: { to: 'webhook', by: 'event', visibleTo: 'organizer' },
    roles: { to: 'users-events-roles', by: 'event', visibleTo: 'coorganizer' },
    organizers: peopleWith('organizer'),
    coorganizers: peopleWith('coorganizer'),
    track_organizers: peopleWith('track_organizer'),
    moderators: peopleWith('moderator'),
    registrars: peopleWith('registrar'),
    reviewers: peopleWith('reviewer'),
    review_criteria: { to: 'review-criterion', by: 'event', visibleTo: 'reviewer' },
  },
  computed: {
    general_statistics: { type: 'event-statistics-general', visibleTo: 'coorganizer' },
    order_statistics: { type: 'order-statistics-event', visibleTo: 'coorganizer' },
  },
  descriptions: eventDescriptions,
  example: {
    name: 'Tea Days',
    starts_at: '2030-05-01T09:00:00Z',
    ends_at: '2030-05-03T18:00:00Z',
    timezone: 'Europe/Berlin',
    location_name: 'Old Mill, Bremen',
  },
  rules: [startsBeforeEnd('starts_at', 'ends_at', 'events_ends_after_start'), notTooLong],
  refusals: {
    events_identifier_unique: { at: 'identifier', message: 'This identifier is taken. Try again.' },
  },
  pictures: {
    source: 'original_image_url',
    originals: ['original_image_url'],
    variants: {
      large_image_url: eventSize('full'),
      thumbnail_image_url: eventSize('thumbnail'),
      icon_image_url: eventSize('icon'),
    },
    settings: eventImageSize.table,
  },
  archive: {
    ...eventArchive,
    meanings: {
      state: nearestChoice(STATES, {
        completed: 'published',
        finished: 'published',
        ended: 'published',
        live: 'published',
        public: 'published',
        active: 'published',
        unpublished: 'draft',
        private: 'draft',
        hidden: 'draft',
      }),
    },
  },
  access: { read: 'visible', list: 'listed', create: 'user', update: 'coorganizer', remove: 'coorganizer' },
  softDelete: true,
})
