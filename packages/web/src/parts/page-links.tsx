/** The way through a long list. */
import { useAround } from '../context.ts'

interface PageLinksProps {
  page: number
  /** How many there are. */
  last: number
  /** The address of a page. */
  to(page: number): string
}

export function PageLinks({ page, last, to }: PageLinksProps) {
  const { words } = useAround()
  if (last <= 1 && page === 1) return null
  return (
    <nav className="pages" aria-label={words('front.pages')}>
      {page > 1 && (
        <a className="button" rel="prev" href={to(Math.min(page - 1, Math.max(last, 1)))}>
          {words('front.newer')}
        </a>
      )}
      {page < last && (
        <a className="button" rel="next" href={to(page + 1)}>
          {words('front.older')}
        </a>
      )}
    </nav>
  )
}

/** The query of a page of a list, without what is usual. */
export function listQuery(words: Record<string, string>, page: number): string {
  const query = new URLSearchParams(Object.entries(words).filter(([, word]) => word !== ''))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}
