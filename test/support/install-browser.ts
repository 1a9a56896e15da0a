/** Unpacks the Chromium of the packages, with the libraries that it needs. `browser.ts` runs this with a folder of its own. */
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
const { default: chromium } = await import('@sparticuz/chromium')
await chromium.executablePath()
