import { decimal, flag, integer, resource, text } from './declare.ts'

const bounds = { min: -1_000_000, max: 1_000_000 } as const

/** The database works out scores again when a criterion changes. */
export const reviewCriterion = resource({
  type: 'review-criterion',
  about: 'Something that reviewers score proposals by, such as relevance.',
  path: '/review-criteria',
  table: 'review_criteria',
  fields: {
    name: text({ required: true, max: 200 }),
    weight: decimal({ default: 1, min: 0, max: 1000 }),
    min: integer({ default: 0, ...bounds }),
    max: integer({ default: 5, ...bounds }),
    position: integer({ default: 0 }),
    is_required: flag({ default: false }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    name: 'What is scored.',
    weight: 'How much the criterion counts, compared with the others. More than 0.',
    min: 'The worst score.',
    max: 'The best score.',
    position: 'The place in the form. Smaller numbers come first.',
    is_required: 'Whether every review must have a score for it.',
  },
  example: { name: 'Relevance', weight: 2 },
  rules: [
    {
      fields: ['weight'],
      at: 'weight',
      message: '{weight} must be more than 0',
      constraint: 'review_criteria_weight_positive',
      holds: ({ weight }) => Number(weight ?? 1) > 0,
    },
    {
      fields: ['min', 'max'],
      at: 'max',
      message: '{max} must be more than {min}',
      constraint: 'review_criteria_min_below_max',
      holds: ({ min, max }) => Number(min ?? 0) < Number(max ?? 5),
    },
  ],
  archive: { file: 'review_criteria', first: ['id', 'name'], setting: 'reviews' },
  access: { read: 'reviewer', create: 'coorganizer', update: 'coorganizer', remove: 'coorganizer' },
})
