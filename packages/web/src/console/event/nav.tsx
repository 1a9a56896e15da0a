/** The ways to the parts of an event. */
import { useQuery } from '@tanstack/react-query'
import { eventQuery } from '../queries.ts'
import { declarationsQuery } from '../records/records.ts'
import { Link } from '../router.tsx'
import { t } from '../words.ts'
import { partsOf } from './parts.ts'

export function EventNav({ event, path }: { event: string; path: string }) {
  const { data } = useQuery(eventQuery(event))
  const { data: declarations = [] } = useQuery(declarationsQuery)
  const base = `events/${event}`
  const here = path.slice(base.length + 1)
  const parts = (
    <nav aria-label={t('nav.event')}>
      {partsOf(declarations).map(({ title, links }) => (
        <div key={title} className="c-nav-group">
          <p id={`nav-${title}`}>{title}</p>
          <ul aria-labelledby={`nav-${title}`}>
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link
                  className="c-nav-link"
                  to={to === '' ? base : `${base}/${to}`}
                  {...((to === '' ? here === '' : here === to || here.startsWith(`${to}/`)) && {
                    'aria-current': 'page' as const,
                  })}
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
  return (
    <aside className="c-side" aria-label={data?.name ?? event}>
      <p className="c-side-title">
        <Link to={base}>{data?.name ?? event}</Link>
      </p>
      <div className="c-side-wide">{parts}</div>
      <details className="c-side-small" key={path}>
        <summary>{t('nav.menu')}</summary>
        {parts}
      </details>
    </aside>
  )
}
