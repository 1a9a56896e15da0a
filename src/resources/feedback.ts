import { decimal, moment, prose, resource } from './declare.ts'

/** The database keeps the number and the average of the ratings in the session. */
export const feedback = resource({
  type: 'feedback',
  about: 'What a user thinks of an event or of a session after it has started.',
  path: '/feedbacks',
  table: 'feedbacks',
  fields: {
    rating: decimal({ required: true, min: 0, max: 5 }),
    comment: prose({ nullable: true }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    session: { to: 'session', fixed: true },
    user: { to: 'user', readOnly: true, defaultsToCaller: true, visibleTo: 'writer' },
  },
  descriptions: {
    rating: 'From 0 (bad) to 5 (very good).',
    comment: 'What the user has to say. Everyone can read it.',
    event: 'The event. It follows from the session if there is one.',
    session: 'The session that is rated. Null if it is the event as a whole.',
    user: 'The author. Only the author and coorganizers see it.',
  },
  example: { event: '1', rating: 5, comment: 'Well organized.' },
  refusals: {
    feedbacks_once_for_event: { at: 'event', message: 'You have already given feedback on this event.' },
    feedbacks_once_for_session: {
      at: 'session',
      message: 'You have already given feedback on this session.',
    },
    feedbacks_rating_in_range: { at: 'rating', message: '{rating} must be between 0 and 5' },
  },
  archive: {
    file: 'feedbacks',
    first: ['id', 'session_id', 'user_email'],
    setting: 'reviews',
    accounts: { user: 'user_email' },
    leftOut: true,
  },
  access: {
    read: 'feedback',
    list: 'listed_feedback',
    create: 'viewer',
    update: 'self',
    remove: 'writer',
  },
})
