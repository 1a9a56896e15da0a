import { publicAnswers } from './custom-form.ts'
import {
  answers,
  choice,
  decimal,
  flag,
  html,
  integer,
  links,
  moment,
  resource,
  text,
  url,
} from './declare.ts'
import { nearestChoice } from './meanings.ts'
import { endsNotBeforeStart } from './rules.ts'

const STATES = ['draft', 'pending', 'accepted', 'confirmed', 'rejected', 'canceled', 'withdrawn'] as const

/** Which states may follow which: organizers judge and schedule, authors hand in, confirm and withdraw, also when locked. */
const transitions = {
  always: { by: 'author' as const, to: ['withdrawn'] },
  initial: ['draft', 'pending'],
  moves: [
    {
      by: 'organizer' as const,
      from: {
        draft: ['pending', 'withdrawn', 'accepted', 'rejected', 'confirmed'],
        pending: ['withdrawn', 'accepted', 'rejected', 'confirmed'],
        accepted: ['pending', 'withdrawn', 'rejected', 'confirmed', 'canceled'],
        confirmed: ['pending', 'withdrawn', 'accepted', 'rejected', 'canceled'],
        rejected: ['pending', 'withdrawn', 'accepted', 'confirmed'],
        canceled: ['pending', 'withdrawn', 'accepted', 'rejected', 'confirmed'],
        withdrawn: ['pending', 'accepted', 'rejected', 'canceled'],
      },
    },
    {
      by: 'author' as const,
      from: {
        draft: ['pending'],
        pending: ['withdrawn'],
        accepted: ['confirmed', 'withdrawn'],
        confirmed: ['withdrawn'],
        rejected: ['withdrawn'],
        canceled: ['withdrawn'],
        withdrawn: [],
      },
    },
  ],
}

export const session = resource({
  type: 'session',
  path: '/sessions',
  table: 'sessions',
  fields: {
    // An entry of an index holds 2,700 bytes, hence the limit.
    title: text({ required: true, max: 800, words: 'a' }),
    subtitle: text({ nullable: true, words: 'b' }),
    level: choice(['Beginner', 'Intermediate', 'Advanced', 'Expert'], { nullable: true }),
    short_abstract: html({ links: true, nullable: true, default: '', words: 'c' }),
    long_abstract: html({ links: true, nullable: true, default: '', words: 'd' }),
    comments: html({ links: true, nullable: true, visibleTo: 'author' }),
    language: text({ nullable: true }),
    starts_at: moment({ nullable: true, writableBy: 'coorganizer' }),
    ends_at: moment({ nullable: true, writableBy: 'coorganizer' }),
    slides_url: url({ nullable: true }),
    video_url: url({ nullable: true }),
    audio_url: url({ nullable: true }),
    signup_url: url({ nullable: true }),
    slides: links({ nullable: true }),
    website: url({ nullable: true }),
    twitter: url({ nullable: true }),
    facebook: url({ nullable: true }),
    github: url({ nullable: true }),
    linkedin: url({ nullable: true }),
    instagram: url({ nullable: true }),
    gitlab: url({ nullable: true }),
    mastodon: url({ nullable: true }),
    state: choice(STATES, { default: 'draft', whenNull: 'pending', transitions }),
    submitted_at: moment({ nullable: true }),
    is_mail_sent: flag({ default: false, writableBy: 'coorganizer' }),
    is_locked: flag({ default: false, writableBy: 'coorganizer' }),
    send_email: flag({ nullable: true, writeOnly: true, transient: true }),
    complex_field_values: answers({
      nullable: true,
      visibleTo: 'author',
      otherwise: publicAnswers('session'),
    }),
    average_rating: decimal({ readOnly: true, default: 0 }),
    rating_count: integer({ readOnly: true, default: 0 }),
    favourite_count: integer({ readOnly: true, default: 0 }),
    created_at: moment({ readOnly: true }),
    last_modified_at: moment({ readOnly: true, touched: true }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    track: { to: 'track' },
    session_type: { to: 'session-type' },
    microlocation: { to: 'microlocation', writableBy: 'coorganizer' },
    creator: { to: 'user', readOnly: true, defaultsToCaller: true, visibleTo: 'creator' },
  },
  hasMany: {
    speakers: {
      to: 'speaker',
      through: { table: 'speakers_sessions', own: 'session_id', other: 'speaker_id' },
    },
  },
  rules: [endsNotBeforeStart('starts_at', 'ends_at', 'sessions_ends_not_before_start')],
  archive: {
    file: 'sessions',
    first: [
      'id',
      'title',
      'subtitle',
      'short_abstract',
      'long_abstract',
      'starts_at',
      'ends_at',
      'session_type_id',
      'track_id',
      'comments',
      'language',
      'slides_url',
      'audio_url',
      'video_url',
    ],
    oldNames: { start_time: 'starts_at', end_time: 'ends_at', video: 'video_url', audio: 'audio_url' },
    // Links today, and the address of one file before.
    oldTexts: { slides: 'slides_url' },
    meanings: {
      state: nearestChoice(STATES, {
        approved: 'accepted',
        scheduled: 'accepted',
        published: 'accepted',
        submitted: 'pending',
        new: 'pending',
        inreview: 'pending',
        underreview: 'pending',
        waiting: 'pending',
        declined: 'rejected',
        refused: 'rejected',
        denied: 'rejected',
        cancelled: 'canceled',
        cancel: 'canceled',
      }),
    },
    media: {
      video_url: { flag: 'video', path: ({ id }) => `videos/session_${id}` },
      audio_url: { flag: 'audio', path: ({ id }) => `audios/session_${id}` },
      slides_url: { flag: 'document', path: ({ id }) => `slides/session_${id}` },
    },
  },
  access: {
    read: 'submission',
    list: 'listed_submission',
    create: 'submitter',
    update: 'editor',
    remove: 'editor',
  },
  softDelete: true,
})
