import { decimal, moment, prose, resource, scores } from './declare.ts'

/** The database works out the score, and the mean of the scores of a session. */
export const review = resource({
  type: 'review',
  about: 'What a reviewer thinks of a proposal.',
  path: '/reviews',
  table: 'reviews',
  fields: {
    scores: scores({ default: {} }),
    comment: prose({ nullable: true }),
    score: decimal({ nullable: true, readOnly: true }),
    created_at: moment({ readOnly: true }),
    last_modified_at: moment({ readOnly: true, touched: true }),
  },
  belongsTo: {
    session: { to: 'session', required: true, fixed: true },
    event: { to: 'event', required: true, readOnly: true, inherited: true },
    reviewer: { to: 'user', readOnly: true, defaultsToCaller: true },
  },
  descriptions: {
    scores: 'A number for each criterion, by the id of the criterion.',
    comment: 'What the reviewer has to say to the organizers and the other reviewers.',
    score: 'The weighted mean of the scores, from 0 to 100. Null without any.',
    session: 'The proposal.',
    reviewer: 'The user who wrote the review.',
  },
  example: { session: '2', scores: {}, comment: 'A clear proposal.' },
  refusals: {
    reviews_once: { at: 'session', message: 'You have already reviewed this session.' },
  },
  archive: {
    file: 'reviews',
    first: ['id', 'session_id', 'reviewer_email'],
    setting: 'reviews',
    accounts: { reviewer: 'reviewer_email' },
    keyedBy: { scores: 'review-criterion' },
    withheld: ['score', 'last_modified_at'],
    leftOut: true,
  },
  access: {
    read: 'review',
    create: 'assessor',
    update: 'review_author',
    remove: 'review_author',
  },
})
