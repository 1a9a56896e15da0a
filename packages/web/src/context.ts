/** What every part of a page can ask for. */
import { createContext, useContext } from 'react'
import type { Site } from '../../../src/pages/contract.ts'
import type { PlenumClient } from '../../client/src/plenum-client.ts'
import type { Words } from './texts/catalogue.ts'

/** What a page is made from. */
export interface PageContext {
  client: PlenumClient
  params: Record<string, string>
  query: URLSearchParams
  site: Site
  words: Words
  now: Date
}

/** What a page is: what stands in it, and what others are told about it. */
export interface Shown {
  title: string
  /** For search engines and previews. */
  description?: string | undefined
  /** An absolute address. */
  image?: string | undefined
  /** The address that search engines should keep, when there are several. */
  canonical?: string
  /** As schema.org describes it. */
  data?: object
  /** Style sheets beside those of all pages, as paths. */
  styles?: string[]
  body: React.ReactNode
  /** Whether it holds islands, see `parts/island.tsx`. */
  hasIslands?: boolean
  /** A script that makes the whole page, as a path: nothing of the site stands around it. */
  application?: string
  status?: number
  /** Its address holds a secret, so no cache may keep it. */
  isPrivate?: boolean
  /** Few will ask for the same, as for a search. */
  isRare?: boolean
}

/** A page reads what it needs and returns what to show, or where to go instead; nothing when there is no such page. */
export type Page = (context: PageContext) => Promise<Shown | { location: string } | undefined>

export interface Around {
  words: Words
  site: Site
  now: Date
  /** The name of the installation. */
  siteName: string
}

const AroundContext = createContext<Around | undefined>(undefined)
export const AroundProvider = AroundContext.Provider

export function useAround(): Around {
  const around = useContext(AroundContext)
  if (!around) throw new Error('A part of a page needs its AroundProvider.')
  return around
}

/** A path of this site as browsers have to ask for it. */
export function pathOf(site: Site, path: string): string {
  return `${new URL(site.publicUrl).pathname.replace(/\/$/, '')}${path}`
}

export function useLink(): (path: string) => string {
  const { site } = useAround()
  return (path) => pathOf(site, path)
}
