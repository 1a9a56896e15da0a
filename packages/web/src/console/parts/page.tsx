/** What every page of the console is made of. */
import { type ReactNode, useEffect, useRef } from 'react'
import { messageOf } from '../../browser/forms/faults.ts'
import { Alert } from '../../browser/forms/messages.tsx'
import { t } from '../words.ts'

interface PageProps {
  title: string
  /** A line above the title, such as the way to the page above. */
  above?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** Uses the whole width. */
  isWide?: boolean
  children: ReactNode
}

let isFirst = true

/** Names the tab, and takes the focus after a link was followed, so that screen readers begin here. */
export function Page({ title, above, actions, isWide = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('console.title')}`
  }, [title])
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  return (
    <div className={isWide ? 'c-page c-page-wide' : 'c-page'}>
      <header className="c-head">
        <div>
          {above && <p className="overline">{above}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions && <div className="c-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function Panel({ title, actions, children }: PanelProps) {
  return (
    <section className="c-panel" aria-label={title}>
      <header className="c-panel-head">
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** What a query shows until it has data: that it loads, or why it failed. */
export function Waiting({ error }: { error: unknown }) {
  if (error) return <Alert texts={[messageOf(error)]} />
  return (
    <p className="c-loading" role="status">
      {t('console.loading')}
    </p>
  )
}
