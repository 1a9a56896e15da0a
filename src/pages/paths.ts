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
  // Accounts. Mails lead to five of them.
  '/log-in',
  '/sign-up',
  '/forgotten-password',
  '/reset-password',
  '/verify',
  '/role-invites',
  '/speaker-invites',
  '/unsubscribe',
  '/account',
] as const

/** The console, which finds its own way below its address. */
const CONSOLE_PATHS = ['/console', '/console/*'] as const

/** What the console needs beside itself where the front end is elsewhere. */
const BESIDE_CONSOLE = ['/log-in', '/sign-up', '/forgotten-password'] as const satisfies readonly PagePath[]

export type PagePath = (typeof PAGE_PATHS)[number] | (typeof CONSOLE_PATHS)[number]

export interface ServedPages {
  /** The pages of visitors and of accounts. */
  site: boolean
  console: boolean
}

export function pathsOf({ site, console }: ServedPages): PagePath[] {
  const pages = site ? PAGE_PATHS : console ? BESIDE_CONSOLE : []
  return [...pages, ...(console ? CONSOLE_PATHS : [])]
}
