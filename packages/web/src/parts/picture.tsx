/** Pictures of this installation. Those of other hosts are not shown: a page loads nothing from elsewhere. */

import type { Site } from '../../../../src/pages/contract.ts'
import { pathOf, useAround } from '../context.ts'

/** The address of a picture as a page loads it; undefined when it is not one of ours. */
export function ownPicture(site: Site, url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const own = `${site.publicUrl}/media/`
  if (url.startsWith(own)) return pathOf(site, url.slice(site.publicUrl.length))
  return site.storageUrl && url.startsWith(`${site.storageUrl}/media/`) ? url : undefined
}

interface PictureProps {
  /** The best one first. */
  urls: (string | null | undefined)[]
  alt: string
  className?: string
  /** It is seen at once, so it is loaded at once. */
  isFirst?: boolean
}

export function Picture({ urls, alt, className, isFirst = false }: PictureProps) {
  const { site } = useAround()
  const source = urls.map((url) => ownPicture(site, url)).find((url) => url !== undefined)
  if (!source) return null
  const loading = isFirst ? 'eager' : 'lazy'
  return <img className={className} src={source} alt={alt} loading={loading} decoding="async" />
}
