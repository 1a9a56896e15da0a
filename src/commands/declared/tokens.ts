import type { Command } from '../command.ts'

export const tokenCreate: Command = {
  name: 'token create',
  summary: 'create an API token for an account',
  arguments: [
    { name: 'e-mail', about: 'the account whose rights the token has' },
    { name: 'name', about: 'what the token is for' },
  ],
  options: {
    scopes: { value: 'LIST', about: 'what it may do, separated by commas', default: 'read' },
    events: { value: 'LIST', about: 'only these events: ids or identifiers, separated by commas' },
    expires: { value: 'TIME', about: 'when it stops working, such as 2027-01-01T00:00:00Z' },
  },
  details:
    'The token is shown once. Scopes are read and write, a type with :read or :write such as session:read, export, import\n' +
    'and upload. The token may never do more than its account may at that moment.',
  examples: [
    'token create ada@example.org website',
    'token create ada@example.org ci --scopes read,export --events 1',
  ],
  run: async (call) => (await import('../token.ts')).tokenCreate(call),
}

export const tokenList: Command = {
  name: 'token list',
  summary: 'list API tokens, newest first',
  options: {
    owner: { value: 'E-MAIL', about: 'only tokens of this account' },
    limit: { value: 'NUMBER', about: 'the maximum number of entries', default: '50', most: 10_000 },
  },
  details: 'The tokens themselves are not stored and cannot be shown. Times are in UTC.',
  examples: ['token list', 'token list --owner ada@example.org --json'],
  run: async (call) => (await import('../token.ts')).tokenList(call),
}

export const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'revoke an API token at once',
  arguments: [{ name: 'token', about: 'the id of the token, from "plenum token list"' }],
  details: 'The next request with the token is refused.',
  examples: ['token revoke 3'],
  run: async (call) => (await import('../token.ts')).tokenRevoke(call),
}
