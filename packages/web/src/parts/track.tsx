/** Tracks in their colours. */

import type { Site } from '../../../../src/pages/contract.ts'
import { pathOf } from '../context.ts'
import type { Track } from './programme.ts'

/** The length of the address is limited; tracks beyond it have no colour. */
const MOST_COLORS = 200

/** The style sheet with a class for each colour. */
export function colorStyles(site: Site, tracks: Pick<Track, 'color'>[]): string[] {
  const colors = [...new Set(tracks.map(({ color }) => color))].filter(isColor).slice(0, MOST_COLORS)
  return colors.length > 0 ? [pathOf(site, `/assets/colors/${colors.join('-')}.css`)] : []
}

export function colorClass(track: Pick<Track, 'color'> | undefined): string {
  return track && isColor(track.color) ? `c-${track.color}` : ''
}

function isColor(color: string): boolean {
  return /^[0-9a-f]{6}$/.test(color)
}

export function TrackName({ track }: { track: Pick<Track, 'name' | 'color'> }) {
  return <span className={`track ${colorClass(track)}`}>{track.name}</span>
}
