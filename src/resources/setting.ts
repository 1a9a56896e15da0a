import { email, integer, prose, resource, text, url } from './declare.ts'

const link = () => url({ nullable: true })
const billing = () => text({ nullable: true, visibleTo: 'staff' })

/**
 * What administrators say about the installation: one record, with the id 1. What the service needs to run (storage,
 * mail, secrets) is configured in the environment and never stands here.
 */
export const setting = resource({
  type: 'setting',
  path: '/settings',
  table: 'settings',
  singleton: '1',
  fields: {
    app_name: text({ default: 'Plenum' }),
    tagline: text({ nullable: true }),
    frontend_url: link(),
    support_url: link(),
    github_url: link(),
    google_url: link(),
    twitter_url: link(),
    facebook_url: link(),
    instagram_url: link(),
    patreon_url: link(),
    gitter_url: link(),
    telegram_url: link(),
    youtube_url: link(),
    weblate_url: link(),
    android_app_url: url({ nullable: true, visibleTo: 'user' }),
    web_app_url: url({ nullable: true, visibleTo: 'user' }),
    analytics_key: text({ nullable: true }),
    cookie_policy: prose({ nullable: true }),
    cookie_policy_link: link(),
    order_expiry_time: integer({ min: 1, max: 60, default: 15 }),
    max_complex_custom_fields: integer({ min: 1, max: 30, default: 30 }),
    logo_size: integer({ min: 0, default: 1000 }),
    image_size: integer({ min: 0, default: 10_000 }),
    slide_size: integer({ min: 0, default: 20_000 }),
    admin_company: billing(),
    admin_billing_contact_name: billing(),
    admin_billing_email: email({ nullable: true, visibleTo: 'staff' }),
    admin_billing_phone: billing(),
    admin_billing_address: billing(),
    admin_billing_city: billing(),
    admin_billing_zip: billing(),
    admin_billing_state: billing(),
    admin_billing_country: billing(),
    admin_billing_tax_info: billing(),
    admin_billing_additional_info: billing(),
    admin_billing_logo: url({ nullable: true, visibleTo: 'staff' }),
  },
  access: { read: 'all', update: 'staff' },
})
