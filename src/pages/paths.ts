/** The addresses of the pages, as the service routes them. `packages/web` has a page for each. */
export const PAGE_PATHS = [
  '/',
  '/events/:identifier',
  '/events/:identifier/propose',
  '/events/:identifier/schedule',
  '/events/:identifier/sessions',
  '/events/:identifier/sessions/:id',
  '/events/:identifier/speakers',
  '/events/:identifier/speakers/:id',
  // Short ways to the same pages.
  '/sessions/:id',
  '/speakers/:id',
  // Accounts. Mails lead to three of them.
  '/log-in',
  '/sign-up',
  '/forgotten-password',
  '/reset-password',
  '/verify',
  '/role-invites',
  '/account',
] as const

export type PagePath = (typeof PAGE_PATHS)[number]
