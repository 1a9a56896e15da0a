/**
 * A part of a page that runs in the browser. The server writes an empty place with the properties; `browser/islands.tsx`
 * fills it. Set `hasIslands` on the page, so that the scripts are loaded.
 */
import type { IslandName, IslandProps } from '../browser/islands.tsx'

export function Island<N extends IslandName>({ name, props }: { name: N; props: IslandProps<N> }) {
  return <div data-island={name} data-props={JSON.stringify(props)} />
}
