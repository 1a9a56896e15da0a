/** The entry of the console. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { refuseInjectedStyle } from '../browser/injected-style.ts'
import { queries } from './queries.ts'
import { Shell } from './shell.tsx'

refuseInjectedStyle()
createRoot(document.querySelector('#console')!).render(
  <QueryClientProvider client={queries}>
    <Shell />
  </QueryClientProvider>,
)
