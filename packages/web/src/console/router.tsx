/** Addresses below `/console`: every page has one, and going to another loads nothing anew but its own script. */
import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { link } from '../browser/service.ts'

const BASE = link('/console')
const CHANGED = 'plenum:navigate'
type Guard = () => boolean
const guards = new Set<Guard>()

/** The address of a page of the console: `hrefOf('events/43df5479')`. */
export function hrefOf(path: string): string {
  return path === '' ? BASE : `${BASE}/${path}`
}

/** Goes to a page of the console. */
export function navigate(path: string, { replace = false } = {}): void {
  for (const isFree of guards) if (!isFree()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(path))
  dispatchEvent(new Event(CHANGED))
}

/** Asks before a page is left that still has something to do. */
export function addGuard(guard: Guard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(CHANGED, listener)
  }
}

/** Where we are, such as `events/43df5479/schedule`. */
export function usePath(): string {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return decodeURI(path.slice(BASE.length)).replace(/^\/+|\/+$/g, '')
}

export function useQueryString(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => location.search))
}

/** Changes words of the query and keeps the others; an empty one goes away. */
export function setQuery(changes: Record<string, string>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  history.replaceState(null, '', `${location.pathname}${text && `?${text}`}`)
  dispatchEvent(new Event(CHANGED))
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
  children: ReactNode
}

/** A link within the console. A new tab works as with any link. */
export function Link({ to, children, ...more }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={hrefOf(to)} onClick={follow} {...more}>
      {children}
    </a>
  )
}

/** Fits a path to a pattern such as `events/:event/schedule`; undefined when it does not. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern === '' ? [] : pattern.split('/')
  const given = path === '' ? [] : path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = given[place]!
    else if (part !== given[place]) return undefined
  }
  return params
}
