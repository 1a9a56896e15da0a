import { moment, resource, secret, text } from './declare.ts'

/** Deleting it revokes the address. */
export const feedToken = resource({
  type: 'feed-token',
  about: 'A secret address for calendar programs, which cannot log in.',
  path: '/feed-tokens',
  table: 'feed_tokens',
  fields: {
    name: text({ nullable: true, max: 100 }),
    created_at: moment({ readOnly: true }),
    token: secret(),
    url: secret(),
  },
  belongsTo: { user: { to: 'user', required: true, fixed: true } },
  descriptions: {
    name: 'Where the address is used, so that its user knows it again.',
    token: 'The secret for `?token=` of feeds. Only the response to the creation has it.',
    url: 'The address of the personal calendar with the secret. Only the response to the creation has it.',
    user: 'The user whose calendar it opens.',
  },
  example: { name: 'Phone' },
  access: { read: 'self', list: 'self', create: 'self', remove: 'self' },
  closedToTokens: true,
})
