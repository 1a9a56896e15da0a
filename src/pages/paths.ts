/** The addresses of the pages, as the service routes them. `packages/web` has a page for each. */
export const PAGE_PATHS = ['/', '/events/:identifier'] as const

export type PagePath = (typeof PAGE_PATHS)[number]
