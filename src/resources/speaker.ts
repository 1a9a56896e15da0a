import { answers, choice, email, flag, html, integer, resource, text, url } from './declare.ts'

const GENDERS = [
  'Man',
  'Woman',
  'Transgender',
  'Non-binary',
  'Genderqueer',
  'An identity not listed here',
  'I prefer not to say',
] as const

export const speaker = resource({
  type: 'speaker',
  path: '/speakers',
  table: 'speakers',
  fields: {
    // An entry of an index holds 2,700 bytes, hence the limit.
    name: text({ required: true, max: 800 }),
    email: email({ nullable: true, visibleTo: 'speaker' }),
    is_email_overridden: flag({ default: false, writableBy: 'coorganizer' }),
    photo_url: url({ nullable: true }),
    thumbnail_image_url: url({ nullable: true, readOnly: true }),
    small_image_url: url({ nullable: true, readOnly: true }),
    icon_image_url: url({ nullable: true, readOnly: true }),
    short_biography: html({ nullable: true }),
    long_biography: html({ nullable: true }),
    speaking_experience: html({ nullable: true, visibleTo: 'speaker' }),
    sponsorship_required: html({ nullable: true, visibleTo: 'speaker' }),
    mobile: text({ nullable: true, visibleTo: 'speaker' }),
    organisation: text({ nullable: true }),
    position: text({ nullable: true }),
    country: text({ nullable: true }),
    city: text({ nullable: true }),
    address: text({ nullable: true, visibleTo: 'speaker' }),
    heard_from: text({ nullable: true, visibleTo: 'speaker' }),
    website: url({ nullable: true }),
    twitter: url({ nullable: true }),
    facebook: url({ nullable: true }),
    github: url({ nullable: true }),
    mastodon: url({ nullable: true }),
    linkedin: url({ nullable: true }),
    instagram: url({ nullable: true }),
    gender: choice(GENDERS, { nullable: true, visibleTo: 'speaker' }),
    is_featured: flag({ default: false, writableBy: 'coorganizer' }),
    order: integer({ default: 0, writableBy: 'coorganizer' }),
    complex_field_values: answers({ nullable: true, visibleTo: 'speaker' }),
    speaker_positions: answers({ nullable: true }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    user: { to: 'user', defaultsTo: 'submitter', writableBy: 'coorganizer', visibleTo: 'speaker' },
  },
  hasMany: {
    sessions: {
      to: 'session',
      through: { table: 'speakers_sessions', own: 'speaker_id', other: 'session_id' },
    },
  },
  access: { read: 'visible', list: 'listed', create: 'submitter', update: 'speaker', remove: 'speaker' },
  softDelete: true,
})
