/** What the service and the pages say to each other. `packages/web` implements it. */
import type { PagePath } from './paths.ts'

export interface PageRequest {
  /** The route that was found, and what stood in it. */
  path: PagePath
  params: Record<string, string>
  query: URLSearchParams
  /** The address as it was asked for, without the query. */
  pathname: string
  /** The header Accept-Language. */
  languages: string
  site: Site
}

/** What is the same for all pages. */
export interface Site {
  /** The address of the service, as browsers know it. */
  publicUrl: string
  /** Where files can be read, beside the service itself. */
  storageUrl: string | undefined
  assets: Assets
  /** Calls the API as an anonymous caller, without a network. */
  fetch: typeof fetch
  now(): Date
  /** The name of the provider with which people can log in, if there is one. */
  logInProvider: string | undefined
  /** Whether organizers have their console here. */
  hasConsole: boolean
}

/** Names of built files, below `/assets/`. */
export interface Assets {
  styles: string
  /** For every page: what makes plain pages nicer. */
  script: string
  /** For pages with forms. */
  islands: string
  console: string
  consoleStyles: string
  icon: string
}

export interface PageAnswer {
  status: number
  type: 'text/html; charset=utf-8' | 'text/css; charset=utf-8'
  /** The language of the page. */
  language: string
  body: string
  /** Its address holds a secret, so no cache may keep it. */
  isPrivate?: boolean
  /** Few will ask for the same, as for a search, so it is not worth being kept. */
  isRare?: boolean
  /** Where to go instead. */
  location?: string
}

/** Some codes have a text of their own. */
export interface PageFault {
  status: number
  code: string
}

/** The bundle for the service. */
export interface ServerBundle {
  /**
   * The request in its one spelling, so that different requests for the same page are the same: the parameters that the page
   * reads, and the language that it will have.
   */
  tidy(request: Pick<PageRequest, 'path' | 'query' | 'languages'>): Pick<PageRequest, 'query' | 'languages'>
  renderPage(request: PageRequest): Promise<PageAnswer>
  /** A page that says what went wrong. */
  renderFault(request: Omit<PageRequest, 'path' | 'params'>, fault: PageFault): Promise<PageAnswer>
}
