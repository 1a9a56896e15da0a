/** What a browser loads for a page, scripts of forms included, and whether the page moves meanwhile. */
import { launchBrowser, openPage } from '../test/support/browser.ts'
import type { Figure } from './report.ts'
import { ADMIN } from './world.ts'

const KB = 1000
/** A long page in which readers lose their place. */
const STILL = 'schedule'
/** Nobody notices less, as https://web.dev/articles/cls says. Times of the reader and forms come a moment later. */
const LITTLE = 0.1

const WATCH = `globalThis.shift = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
    .observe({ type: 'layout-shift', buffered: true })`
const SCRIPTS = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`
const SHIFT = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(shift))))`

/** Opened in this order by an administrator who logs in before the first of the own pages. */
export async function pageLoads(
  base: string,
  pages: [name: string, path: string][],
  own: [name: string, path: string][],
): Promise<Figure[]> {
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await page.addInitScript(WATCH)
    const figures: Figure[] = []
    const measure = async ([name, path]: [string, string]) => {
      await page.goto(base + path, { waitUntil: 'networkidle' })
      const [scripts, shift] = [await page.evaluate<number>(SCRIPTS), await page.evaluate<number>(SHIFT)]
      figures.push(
        { name: `${name}: scripts`, unit: 'KB', value: scripts / KB, bar: { atMost: 120 } },
        {
          name: `${name}: layout shift`,
          unit: '',
          value: shift,
          bar: { atMost: name === STILL ? 0 : LITTLE },
        },
      )
    }
    for (const one of pages) await measure(one)
    await page.goto(`${base}/log-in`)
    await page.getByLabel('E-mail address').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/account')
    for (const one of own) await measure(one)
    return figures
  } finally {
    await browser.close()
  }
}
