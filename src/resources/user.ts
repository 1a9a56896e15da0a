import { email, flag, html, moment, resource, text, url } from './declare.ts'
import { speakerImageSize, speakerSize } from './image-sizes.ts'
import { givesRole, type RoleName } from './role.ts'

/** Whether the user has this role at any event. */
const holdsRole = (name: RoleName) =>
  flag({
    readOnly: true,
    visibleTo: 'self',
    expression: `exists (select 1 from users_events_roles ur join roles r on r.id = ur.role_id
      where ur.user_id = t.id and r.name = '${name}')`,
  })

const eventsAs = (name: RoleName) =>
  ({
    to: 'event',
    through: { table: 'users_events_roles', own: 'user_id', other: 'event_id', where: givesRole(name) },
    readOnly: true,
    visibleTo: 'self',
  }) as const

export const user = resource({
  type: 'user',
  path: '/users',
  table: 'users',
  fields: {
    email: email({ required: true }),
    password: text({
      required: true,
      writeOnly: true,
      createOnly: true,
      transient: true,
      pattern: /^.{8,}$/su,
      shape: 'at least 8 characters long',
    }),
    // Of whoever makes the request, to prove that it is them.
    current_password: text({ nullable: true, writeOnly: true, transient: true }),
    unconfirmed_email: email({
      nullable: true,
      readOnly: true,
      visibleTo: 'self',
      expression: `(select k.email from email_tokens k where k.user_id = t.id and k.purpose = 'change'
        and k.used_at is null and k.expires_at > now() order by k.expires_at desc limit 1)`,
    }),
    first_name: text({ nullable: true }),
    last_name: text({ nullable: true }),
    public_name: text({ nullable: true }),
    is_profile_public: flag({ default: false }),
    avatar_url: url({ nullable: true }),
    original_image_url: url({ nullable: true, readOnly: true }),
    thumbnail_image_url: url({ nullable: true, readOnly: true }),
    small_image_url: url({ nullable: true, readOnly: true }),
    icon_image_url: url({ nullable: true, readOnly: true }),
    was_registered_with_order: flag({ readOnly: true, default: false }),

    details: html({ nullable: true, visibleTo: 'self' }),
    contact: text({ nullable: true, visibleTo: 'self' }),
    company: text({ nullable: true, visibleTo: 'self' }),
    language_prefrence: text({ nullable: true, visibleTo: 'self' }),
    facebook_url: url({ nullable: true, visibleTo: 'self' }),
    twitter_url: url({ nullable: true, visibleTo: 'self' }),
    instagram_url: url({ nullable: true, visibleTo: 'self' }),
    google_plus_url: url({ nullable: true, visibleTo: 'self' }),
    facebook_id: text({ nullable: true, readOnly: true, visibleTo: 'self' }),

    billing_contact_name: text({ nullable: true, visibleTo: 'self' }),
    billing_phone: text({ nullable: true, visibleTo: 'self' }),
    billing_address: text({ nullable: true, visibleTo: 'self' }),
    billing_city: text({ nullable: true, visibleTo: 'self' }),
    billing_zip_code: text({ nullable: true, visibleTo: 'self' }),
    billing_state: text({ nullable: true, visibleTo: 'self' }),
    billing_country: text({ nullable: true, visibleTo: 'self' }),
    billing_tax_info: text({ nullable: true, visibleTo: 'self' }),
    billing_additional_info: text({ nullable: true, visibleTo: 'self' }),

    is_verified: flag({ default: false, visibleTo: 'self', writableBy: 'staff' }),
    is_admin: flag({ default: false, visibleTo: 'self', writableBy: 'super' }),
    is_super_admin: flag({ default: false, visibleTo: 'self', writableBy: 'super' }),
    is_sales_admin: flag({ default: false, visibleTo: 'self', writableBy: 'super' }),
    is_marketer: flag({ default: false, visibleTo: 'self', writableBy: 'super' }),
    is_blocked: flag({ default: false, visibleTo: 'self', writableBy: 'super' }),
    is_user_owner: holdsRole('owner'),
    is_user_organizer: holdsRole('organizer'),
    is_user_coorganizer: holdsRole('coorganizer'),
    is_user_track_organizer: holdsRole('track_organizer'),
    is_user_moderator: holdsRole('moderator'),
    is_user_registrar: holdsRole('registrar'),
    last_accessed_at: moment({ nullable: true, readOnly: true, visibleTo: 'self' }),
    created_at: moment({ readOnly: true, visibleTo: 'self' }),
  },
  hasMany: {
    events: {
      to: 'event',
      // A view, because a user may have several roles at one event.
      through: { table: 'users_events', own: 'user_id', other: 'event_id' },
      readOnly: true,
      visibleTo: 'self',
    },
    owner_events: eventsAs('owner'),
    organizer_events: eventsAs('organizer'),
    coorganizer_events: eventsAs('coorganizer'),
    track_organizer_events: eventsAs('track_organizer'),
    registrar_events: eventsAs('registrar'),
    moderator_events: eventsAs('moderator'),
    sessions: {
      to: 'session',
      through: { table: 'users_sessions', own: 'user_id', other: 'session_id' },
      readOnly: true,
      visibleTo: 'self',
    },
    speakers: { to: 'speaker', by: 'user', readOnly: true, visibleTo: 'self' },
    discount_codes: { to: 'discount-code', by: 'marketer', readOnly: true, visibleTo: 'self' },
    notifications: { to: 'notification', by: 'user', readOnly: true, visibleTo: 'self' },
  },
  refusals: {
    users_email_unique: { at: 'email', message: 'This e-mail address is taken.' },
  },
  pictures: {
    source: 'avatar_url',
    originals: ['avatar_url', 'original_image_url'],
    variants: {
      thumbnail_image_url: speakerSize('thumbnail'),
      small_image_url: speakerSize('small'),
      icon_image_url: speakerSize('icon'),
    },
    settings: speakerImageSize.table,
  },
  // A new address takes effect when it is confirmed.
  derive: (_record, stored) => (stored ? { email: stored.email } : {}),
  access: { read: 'colleague', list: 'staff', create: 'all', update: 'account', remove: 'account' },
  softDelete: true,
})
