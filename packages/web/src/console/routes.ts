/** The pages of the console. Each is loaded when it is opened. */
import { type ComponentType, lazy } from 'react'

export interface PageParams {
  /** The identifier of the event, on its pages. */
  event: string
  /** The type and the record, on generated pages. */
  type: string
  id: string
}

export type ConsolePage = ComponentType<{ params: PageParams }>

const load = (read: () => Promise<{ default: ConsolePage }>) => lazy(read)

export const ROUTES: [pattern: string, page: ConsolePage][] = [
  ['', load(() => import('./start/start.tsx'))],
  ['new', load(() => import('./start/create.tsx'))],
  ['import', load(() => import('./start/import-archive.tsx'))],
  ['import-schedule', load(() => import('./start/import-schedule.tsx'))],
  ['events/:event', load(() => import('./event/overview.tsx'))],
  ['events/:event/schedule', load(() => import('./schedule/editor.tsx'))],
  ['events/:event/releases', load(() => import('./schedule/releases.tsx'))],
  ['events/:event/import-schedule', load(() => import('./start/import-schedule.tsx'))],
  ['events/:event/proposals', load(() => import('./proposals/proposals.tsx'))],
  ['events/:event/figures', load(() => import('./figures/figures.tsx'))],
  ['events/:event/exports', load(() => import('./event/exports.tsx'))],
  ['events/:event/settings', load(() => import('./records/settings.tsx'))],
  ['events/:event/:type', load(() => import('./records/list.tsx'))],
  ['events/:event/:type/:id', load(() => import('./records/page.tsx'))],
  ['records', load(() => import('./records/site.tsx'))],
  ['records/:type', load(() => import('./records/list.tsx'))],
  ['records/:type/:id', load(() => import('./records/page.tsx'))],
]
