import { moment, resource, secret, text, words } from './declare.ts'

/** Deleting a token revokes it. */
export const apiToken = resource({
  type: 'api-token',
  about:
    'A token by which a script or a site calls the API for a user, with the rights that its scopes name.',
  path: '/api-tokens',
  table: 'api_tokens',
  fields: {
    name: text({ required: true, max: 100 }),
    scopes: words({
      required: true,
      most: 100,
      pattern: /^(read|write|export|import|upload|[a-z]+(-[a-z]+)*:(read|write))$/,
      shape: 'read, write, export, import, upload, or a type with :read or :write',
    }),
    expires_at: moment({ nullable: true }),
    last_used_at: moment({ nullable: true, readOnly: true }),
    created_at: moment({ readOnly: true }),
    token: secret(),
  },
  belongsTo: { user: { to: 'user', required: true, readOnly: true, defaultsToCaller: true } },
  hasMany: {
    // Without any the token may be used for all events of its user.
    events: {
      to: 'event',
      through: { table: 'api_tokens_events', own: 'api_token_id', other: 'event_id' },
      isOneSided: true,
    },
  },
  descriptions: {
    name: 'What the token is for, so that its user knows it again.',
    scopes:
      'What it may do: `read` and `write` for everything, `session:read` and the like for one type, `export`, `import` and `upload`.',
    expires_at: 'When it stops working. Null: never.',
    last_used_at: 'When it was last used, to the minute. Null: never.',
    token: 'The token itself, sent as `Authorization: Bearer`. Only the response to its creation has it.',
    user: 'The user whose rights it has.',
    events: 'The only events that it may be used for. None: all events of the user.',
  },
  example: { name: 'Website', scopes: ['event:read', 'session:read'] },
  rules: [
    {
      fields: ['expires_at'],
      at: 'expires_at',
      message: '{expires_at} must be in the future',
      onlyRequests: true,
      holds: ({ expires_at }) => expires_at == null || Date.parse(expires_at as string) > Date.now(),
    },
  ],
  access: { read: 'self', list: 'self', create: 'user', remove: 'self' },
  closedToTokens: true,
})
