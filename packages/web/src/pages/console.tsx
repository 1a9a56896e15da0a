/** The console. It runs in the browser alone; the server sends the place for it. */
import { type Page, pathOf } from '../context.ts'

export const consolePage: Page = async ({ words, site }) => ({
  title: words('site.console'),
  isPrivate: true,
  styles: [pathOf(site, `/assets/${site.assets.consoleStyles}`)],
  application: pathOf(site, `/assets/${site.assets.console}`),
  body: (
    <div id="console">
      <noscript>
        <p className="notice">{words('form.needsScript')}</p>
      </noscript>
    </div>
  ),
})
