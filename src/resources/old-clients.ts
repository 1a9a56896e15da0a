/** What clients of Open Event Server ask for and this service does not have: it is ignored, not refused. */

/** Query parameters without effect. */
export const IGNORED_PARAMETERS: ReadonlySet<string> = new Set([
  'cache',
  'nocache',
  'public',
  'upcoming',
  'get_trashed',
  'per_page',
  'eventIdentifier',
  'code',
])

/** Relationships that end an include path: only the part before them is included. */
export const ABSENT_RELATIONSHIPS: ReadonlySet<string> = new Set([
  'actions',
  'attendees',
  'badge_forms',
  'custom_placeholder',
  'email_notifications',
  'event_invoices',
  'exhibitors',
  'faq_types',
  'faqs',
  'favourite',
  'favourites',
  'followed_groups',
  'general_statistics',
  'group',
  'notification_actions',
  'order_statistics',
  'orders',
  'session_favourites',
  'speaker_invites',
  'station',
  'stripe_authorization',
  'tags',
  'tax',
  'video_stream',
])
