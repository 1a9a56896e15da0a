import { PART_OF_EVENT } from './access-rules.ts'
import { choice, moment, prose, resource, text } from './declare.ts'
import { startsBeforeEnd } from './rules.ts'

export const speakersCall = resource({
  type: 'speakers-call',
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
