/** The page for each address. */
import type { PagePath } from '../../../../src/pages/paths.ts'
import type { Page } from '../context.ts'
import { eventPage } from './event.tsx'
import { frontPage } from './front.tsx'

export const pages: Record<PagePath, Page> = {
  '/': frontPage,
  '/events/:identifier': eventPage,
}
