/** Fills the islands of a page. Each island is loaded only where it stands. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseInjectedStyle } from './injected-style.ts'

/** An island for each name: a file in `islands/` whose default export is a component. */
const ISLANDS = {
  account: () => import('./islands/account.tsx'),
  'forgotten-password': () => import('./islands/forgotten-password.tsx'),
  'log-in': () => import('./islands/log-in.tsx'),
  propose: () => import('./islands/propose.tsx'),
  'reset-password': () => import('./islands/reset-password.tsx'),
  'role-invite': () => import('./islands/role-invite.tsx'),
  'sign-up': () => import('./islands/sign-up.tsx'),
  'speaker-invite': () => import('./islands/speaker-invite.tsx'),
  unsubscribe: () => import('./islands/unsubscribe.tsx'),
  verify: () => import('./islands/verify.tsx'),
} satisfies Record<string, () => Promise<{ default: ComponentType<never> }>>

export type IslandName = keyof typeof ISLANDS
export type IslandProps<N extends IslandName> = (typeof ISLANDS)[N] extends () => Promise<{
  default: ComponentType<infer P>
}>
  ? P
  : never

// The client tries again by itself where that is safe.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
refuseInjectedStyle()

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) void fill(place)

async function fill(place: HTMLElement): Promise<void> {
  const { island, props = '{}' } = place.dataset
  const load = (ISLANDS as Record<string, () => Promise<{ default: ComponentType<never> }>>)[island!]
  if (!load) return
  const { default: component } = await load()
  const content = createElement(component as ComponentType, JSON.parse(props))
  createRoot(place).render(createElement(QueryClientProvider, { client: queries }, content))
}
