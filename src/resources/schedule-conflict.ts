import { choice, moment, resource, text } from './declare.ts'

const KINDS = [
  'room',
  'speaker',
  'room-availability',
  'speaker-availability',
  'outside-event',
  'incomplete',
] as const

export const scheduleConflict = resource({
  type: 'schedule-conflict',
  about: 'Something that is wrong with the schedule of an event. It is gone when the cause is.',
  path: '/schedule-conflicts',
  table: 'schedule_conflicts',
  view: { column: 'event_id', of: 'conflict_events' },
  fields: {
    kind: choice(KINDS, { readOnly: true }),
    starts_at: moment({ readOnly: true }),
    ends_at: moment({ readOnly: true, nullable: true }),
    message: text({
      readOnly: true,
      expression: 'conflict_message(t.kind, t.session_ids, t.speaker_id, t.microlocation_id, t.ends_at)',
    }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true, readOnly: true },
    speaker: { to: 'speaker', readOnly: true },
    microlocation: { to: 'microlocation', readOnly: true },
  },
  hasMany: {
    sessions: {
      to: 'session',
      through: { table: 'schedule_conflicts_sessions', own: 'schedule_conflict_id', other: 'session_id' },
      readOnly: true,
    },
  },
  descriptions: {
    kind: 'What is wrong, such as `room` for two sessions in one room at the same time, or `incomplete` for a start without an end.',
    starts_at: 'When the conflict starts, such as the overlap of two sessions.',
    ends_at: 'When it ends. Null if the session has no end.',
    message: 'The conflict in a sentence.',
    speaker: 'The speaker concerned.',
    microlocation: 'The room concerned.',
    sessions: 'The sessions concerned: one or two.',
  },
  access: { read: 'coorganizer', list: false },
})
