/** Two bundles of one source: `dist/browser` for browsers, `dist/server` for the service, which renders pages with it. */
import { defineConfig, type Rolldown } from 'vite'
import { declarationsPlugin } from './declarations.ts'

/** Packages mark files for servers of another kind, which bundles have no use for. */
const onLog: NonNullable<Rolldown.InputOptions['onLog']> = (level, log, handle) => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
}

export default defineConfig({
  root: import.meta.dirname,
  // Scripts and styles find each other beside themselves, wherever the service is served.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [declarationsPlugin()],
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        assetsDir: '.',
        manifest: 'manifest.json',
        // A file of its own for every asset: the policy of the pages allows no data in addresses.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          onLog,
          input: [
            'src/browser/public.ts',
            'src/browser/islands.tsx',
            'src/console/main.tsx',
            'src/styles/site.css',
            'src/styles/console.css',
          ],
        },
      },
    },
    ssr: {
      // The image of the service has no packages for pages.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        ssr: 'src/server.tsx',
        rolldownOptions: { onLog, output: { entryFileNames: 'server.js' } },
      },
    },
  },
  builder: {},
})
