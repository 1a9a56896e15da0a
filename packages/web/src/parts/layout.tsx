/** The whole document around a page. */
import { type Shown, useAround, useLink } from '../context.ts'
import { JsonData } from './json-data.tsx'

export function Layout({ shown, pathname }: { shown: Shown; pathname: string }) {
  const { words } = useAround()
  return (
    <html lang={words.locale}>
      <Head shown={shown} pathname={pathname} />
      {shown.application ? <body>{shown.body}</body> : <SiteBody shown={shown} />}
    </html>
  )
}

function SiteBody({ shown }: { shown: Shown }) {
  const { words, siteName } = useAround()
  return (
    <body>
      <a className="skip" href="#content">
        {words('site.skip')}
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {shown.body}
      </main>
      <SiteFooter siteName={siteName} />
    </body>
  )
}

function Head({ shown, pathname }: { shown: Shown; pathname: string }) {
  const { siteName, site } = useAround()
  const link = useLink()
  const {
    title,
    description,
    image,
    canonical = pathname,
    data,
    styles = [],
    status = 200,
    isPrivate,
  } = shown
  const isFound = status === 200 && !isPrivate
  const full = title === siteName ? title : `${title} · ${siteName}`
  const { assets, publicUrl } = site
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{full}</title>
      <link rel="icon" type="image/svg+xml" href={link(`/assets/${assets.icon}`)} />
      {[link(`/assets/${assets.styles}`), ...styles].map((path) => (
        <link key={path} rel="stylesheet" href={path} />
      ))}
      <script type="module" src={shown.application ?? link(`/assets/${assets.script}`)} />
      {shown.hasIslands && <script type="module" src={link(`/assets/${assets.islands}`)} />}
      {description && <meta name="description" content={description} />}
      {isFound ? (
        <link rel="canonical" href={`${publicUrl}${canonical}`} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content="website" />
      {isFound && <meta property="og:url" content={`${publicUrl}${canonical}`} />}
      {description && <meta property="og:description" content={description} />}
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {data && <JsonData data={data} />}
    </head>
  )
}

function SiteHeader() {
  const { words, site, siteName } = useAround()
  const link = useLink()
  return (
    <header className="site-header">
      <div className="wide bar">
        <a className="site-name" href={link('/')}>
          <img src={link(`/assets/${site.assets.icon}`)} alt="" width="24" height="24" />
          {siteName}
        </a>
        <nav aria-label={words('site.navigation')}>
          <ul>
            <li>
              <a href={link('/')}>{words('site.events')}</a>
            </li>
            <li>
              <a href={link('/log-in')} data-account={link('/account')} data-text={words('account.title')}>
                {words('account.logIn')}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}

function SiteFooter({ siteName }: { siteName: string }) {
  const { words, site } = useAround()
  const link = useLink()
  return (
    <footer className="site-footer">
      <div className="wide bar">
        <p>{siteName === 'Plenum' ? siteName : `${siteName} · ${words('site.madeWith')}`}</p>
        <p className="footer-links">
          {site.hasConsole && <a href={link('/console')}>{words('site.organize')}</a>}
          <a href={link('/docs/')}>{words('site.reference')}</a>
        </p>
      </div>
    </footer>
  )
}
