/** A link to another site. Addresses that are not of the web are shown as text. */
import type { ReactNode } from 'react'

export function isWebAddress(url: string | null | undefined): url is string {
  return !!url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

interface SafeLinkProps {
  url: string | null | undefined
  className?: string
  children: ReactNode
}

export function SafeLink({ url, className, children }: SafeLinkProps) {
  if (!isWebAddress(url)) return <>{children}</>
  return (
    <a href={url} className={className} rel="nofollow noopener">
      {children}
    </a>
  )
}
