import { PART_OF_EVENT } from './access-rules.ts'
import { choice, moment, prose, resource, text } from './declare.ts'
import { startsBeforeEnd } from './rules.ts'

export const speakersCall = resource({
  type: 'speakers-call',
  about:
    'The call for speakers of an event. While it is open, users can propose sessions. An event has at most one.',
  path: '/speakers-calls',
  table: 'speakers_calls',
  fields: {
    announcement: prose({ nullable: true }),
    starts_at: moment({ required: true }),
    ends_at: moment({ required: true }),
    soft_ends_at: moment({ nullable: true }),
    hash: text({ nullable: true, visibleTo: 'coorganizer' }),
    privacy: choice(['public', 'private'], { default: 'public' }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    announcement: 'The text of the call.',
    starts_at: 'When the call opens.',
    ends_at: 'When the call closes.',
    soft_ends_at: 'The deadline that front ends show, which may be before the real end.',
    hash: 'A secret part of the address of a private call.',
    privacy: 'Whether front ends show the call to everyone or only to people with its address.',
  },
  example: {
    event: '2',
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2030-03-01T00:00:00Z',
    announcement: 'Tell us what you have learned.',
  },
  rules: [startsBeforeEnd('starts_at', 'ends_at', 'speakers_calls_ends_after_start')],
  refusals: {
    speakers_calls_one_per_event: { at: 'event', message: 'The event already has a speakers call.' },
  },
  archive: {
    file: 'speakers_call',
    first: [],
    embedded: true,
    oldNames: { start_date: 'starts_at', end_date: 'ends_at', start_time: 'starts_at', end_time: 'ends_at' },
  },
  access: PART_OF_EVENT,
  softDelete: true,
})
