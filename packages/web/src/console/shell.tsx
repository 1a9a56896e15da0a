/** What stands around every page of the console: who is logged in, where one is, and the ways to the parts. */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { messageOf } from '../browser/forms/faults.ts'
import { Alert } from '../browser/forms/messages.tsx'
import { type Account, link, logOut, withNext } from '../browser/service.ts'
import { AccountProvider } from './account.ts'
import { EventNav } from './event/nav.tsx'
import { Announcer } from './parts/announcer.tsx'
import { Page, Waiting } from './parts/page.tsx'
import { accountQuery } from './queries.ts'
import { Link, matchPath, usePath } from './router.tsx'
import { type PageParams, ROUTES } from './routes.ts'
import { t } from './words.ts'

export function Shell() {
  const { data: account, error } = useQuery(accountQuery)
  if (error) return <Alert texts={[messageOf(error)]} />
  if (account === null) location.replace(withNext('/log-in'))
  if (!account) return <Waiting error={undefined} />
  return (
    <AccountProvider value={account}>
      <a className="skip" href="#content">
        {t('console.skip')}
      </a>
      <TopBar account={account} />
      <Announcer />
      <Body />
    </AccountProvider>
  )
}

function TopBar({ account }: { account: Account }) {
  const path = usePath()
  const current = (isHere: boolean) => (isHere ? { 'aria-current': 'page' as const } : {})
  return (
    <header className="c-top">
      <Link className="c-brand" to="">
        <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24">
          <path d="M3 5h8v6H3zM13 5h8v10h-8zM3 13h8v6H3z" fill="currentColor" />
        </svg>
        {t('console.title')}
      </Link>
      <nav aria-label={t('console.main')}>
        <ul>
          <li>
            <Link className="c-top-link" to="" {...current(path === '')}>
              {t('nav.events')}
            </Link>
          </li>
          <li>
            <Link className="c-top-link" to="records" {...current(path.startsWith('records'))}>
              {t('nav.site')}
            </Link>
          </li>
          <li>
            <a className="c-top-link" href={link('/account')}>
              {account.publicName || account.firstName || account.email}
            </a>
          </li>
          <li>
            <button type="button" className="c-plain" onClick={() => void logOut(link('/log-in'))}>
              {t('nav.logOut')}
            </button>
          </li>
        </ul>
      </nav>
    </header>
  )
}

function Body() {
  const path = usePath()
  const { event } = matchPath('events/:event', path.split('/').slice(0, 2).join('/')) ?? {}
  return (
    <div className="c-body" data-event={event ? '' : undefined}>
      {event && <EventNav event={event} path={path} />}
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<Waiting error={undefined} />}>
          <Found path={path} />
        </Suspense>
      </main>
    </div>
  )
}

function Found({ path }: { path: string }) {
  for (const [pattern, Component] of ROUTES) {
    const params = matchPath(pattern, path)
    if (params) return <Component key={path} params={params as unknown as PageParams} />
  }
  return (
    <Page title={t('console.notFound')}>
      <p>{t('console.notFoundHint')}</p>
    </Page>
  )
}
