import { publicAnswers } from './custom-form.ts'
import { answers, choice, email, flag, html, integer, resource, text, url } from './declare.ts'
import { fileName } from './file-name.ts'
import { speakerImageSize, speakerSize } from './image-sizes.ts'
import { nearestChoice } from './meanings.ts'

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
    name: text({ required: true, max: 800, words: 'a' }),
    email: email({ nullable: true, visibleTo: 'speaker' }),
    is_email_overridden: flag({ default: false, writableBy: 'coorganizer' }),
    photo_url: url({ nullable: true }),
    thumbnail_image_url: url({ nullable: true, readOnly: true }),
    small_image_url: url({ nullable: true, readOnly: true }),
    icon_image_url: url({ nullable: true, readOnly: true }),
    short_biography: html({ links: true, nullable: true, words: 'c' }),
    long_biography: html({ links: true, nullable: true, words: 'd' }),
    speaking_experience: html({ links: true, nullable: true, visibleTo: 'speaker' }),
    sponsorship_required: html({ links: true, nullable: true, visibleTo: 'speaker' }),
    mobile: text({ nullable: true, visibleTo: 'speaker' }),
    organisation: text({ nullable: true, words: 'b' }),
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
    complex_field_values: answers({
      nullable: true,
      visibleTo: 'speaker',
      otherwise: publicAnswers('speaker'),
    }),
    speaker_positions: answers({ nullable: true }),
    // Handed in by the person; all others were entered by an organizer or an import.
    is_proposed: flag({ readOnly: true, default: false, visibleTo: 'speaker' }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    user: { to: 'user', defaultsToCaller: true, writableBy: 'coorganizer', visibleTo: 'speaker' },
  },
  hasMany: {
    sessions: {
      to: 'session',
      through: { table: 'speakers_sessions', own: 'speaker_id', other: 'session_id' },
    },
  },
  pictures: {
    source: 'photo_url',
    originals: [],
    variants: {
      thumbnail_image_url: speakerSize('thumbnail'),
      small_image_url: speakerSize('small'),
      icon_image_url: speakerSize('icon'),
    },
    settings: speakerImageSize.table,
  },
  archive: {
    file: 'speakers',
    first: [
      'id',
      'name',
      'email',
      'mobile',
      'photo_url',
      'organisation',
      'position',
      'country',
      'short_biography',
      'long_biography',
      'website',
      'twitter',
      'facebook',
      'github',
      'linkedin',
    ],
    restored: ['is_proposed'],
    oldNames: {
      photo: 'photo_url',
      featured: 'is_featured',
      thumbnail: 'thumbnail_image_url',
      small: 'small_image_url',
      icon: 'icon_image_url',
    },
    meanings: { gender: nearestChoice(GENDERS, { male: 'Man', female: 'Woman', m: 'Man', f: 'Woman' }) },
    media: {
      photo_url: { flag: 'image', path: (record) => `images/speakers/${fileName(record)}` },
      thumbnail_image_url: {
        flag: 'image',
        path: (record) => `images/speakers/thumbnail/${fileName(record)}`,
      },
      small_image_url: { flag: 'image', path: (record) => `images/speakers/small/${fileName(record)}` },
      icon_image_url: { flag: 'image', path: (record) => `images/speakers/icon/${fileName(record)}` },
    },
  },
  access: {
    read: 'profile',
    list: 'listed_profile',
    create: 'submitter',
    update: 'speaker',
    remove: 'speaker',
  },
  softDelete: true,
})
