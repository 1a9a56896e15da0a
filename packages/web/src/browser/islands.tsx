/** Fills the islands of a page. Each island is loaded only where it stands. */
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** An island for each name: a file in `islands/` whose default export is a component. */
const ISLANDS = {} satisfies Record<string, () => Promise<{ default: ComponentType<never> }>>

export type IslandName = keyof typeof ISLANDS
export type IslandProps<N extends IslandName> = (typeof ISLANDS)[N] extends () => Promise<{
  default: ComponentType<infer P>
}>
  ? P
  : never

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) void fill(place)

async function fill(place: HTMLElement): Promise<void> {
  const { island, props = '{}' } = place.dataset
  const load = (ISLANDS as Record<string, () => Promise<{ default: ComponentType }>>)[island!]
  if (!load) return
  const { default: component } = await load()
  createRoot(place).render(createElement(component, JSON.parse(props)))
}
