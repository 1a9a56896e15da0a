/** The entry of the bundle for the service: from a request to a page. */
import { renderToStaticMarkup } from 'react-dom/server'
import type { PageAnswer, PageRequest, ServerBundle } from '../../../src/pages/contract.ts'
import { PlenumClient, RefusedError } from '../../client/src/plenum-client.ts'
import { type Around, AroundProvider, type PageContext, pathOf, type Shown } from './context.ts'
import { pages } from './pages/all.ts'
import { faultPage } from './pages/fault.tsx'
import { Layout } from './parts/layout.tsx'
import { tidyQuery } from './parts/queries.ts'
import { chooseLanguage, wordsOf } from './texts/catalogue.ts'

type Asked = Omit<PageRequest, 'path' | 'params'>

function contextOf({ site, query, languages }: Asked, params: Record<string, string>): PageContext {
  const { language, locale } = chooseLanguage(languages)
  // The service is in this process: what fails once fails again.
  const client = new PlenumClient(site.publicUrl, { fetch: site.fetch, retries: 0 })
  return { client, params, query, site, words: wordsOf(language, locale), now: site.now() }
}

export const tidy: ServerBundle['tidy'] = ({ path, query, languages }) => ({
  query: tidyQuery(path, query),
  languages: chooseLanguage(languages).locale,
})

export const renderPage: ServerBundle['renderPage'] = async (request) => {
  const context = contextOf(request, request.params)
  try {
    const shown = await pages[request.path](context)
    if (!shown) return await toHtml(request, context, faultPage(context.words, 404))
    if ('location' in shown) return redirect(context, pathOf(request.site, shown.location))
    return await toHtml(request, context, shown)
  } catch (error) {
    // What the API refuses, such as a word of the query, is said on a page.
    if (error instanceof RefusedError) return toHtml(request, context, faultPage(context.words, error.status))
    throw error
  }
}

export const renderFault: ServerBundle['renderFault'] = (request, { status, code }) => {
  const context = contextOf(request, {})
  return toHtml(request, context, faultPage(context.words, status, code))
}

function redirect({ words }: PageContext, location: string): PageAnswer {
  return { status: 302, type: 'text/html; charset=utf-8', language: words.language, body: '', location }
}

async function toHtml(
  request: Asked,
  { client, words, site, now }: PageContext,
  shown: Shown,
): Promise<PageAnswer> {
  const siteName = await nameOf(client)
  const around: Around = { words, site, now, siteName }
  const document = renderToStaticMarkup(
    <AroundProvider value={around}>
      <Layout shown={shown} pathname={request.pathname} />
    </AroundProvider>,
  )
  return {
    status: shown.status ?? 200,
    type: 'text/html; charset=utf-8',
    language: words.language,
    isPrivate: shown.isPrivate ?? false,
    isRare: shown.isRare ?? false,
    body: `<!doctype html>${document}`,
  }
}

/** A page that says what is wrong is shown also when the database is away. */
async function nameOf(client: PlenumClient): Promise<string> {
  try {
    const { appName } = await client.settings.get()
    return appName || 'Plenum'
  } catch {
    return 'Plenum'
  }
}
