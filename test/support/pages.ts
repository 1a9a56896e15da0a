/** The service with its pages, at an address that a browser can open. */
import { type Served, startServed } from '../../packages/client/test/support/served.ts'

/** Links that the service hands out lead to this service. */
export function startPages(env: Record<string, string> = {}): Promise<Served> {
  return startServed({ WORKERS: '0', FRONTEND_URL: '', CONSOLE: 'on', ...env })
}

export interface Opened {
  status: number
  headers: Headers
  bytes: Buffer
  /** As text; compressed pages are not unpacked. */
  body: string
}

/** As a browser asks for a page, but without compression. */
export async function openPath(
  { app }: Pick<Served, 'app'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Opened> {
  const asked = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers }
  const {
    statusCode: status,
    headers: sent,
    rawPayload: bytes,
  } = await app.inject({ url: path, headers: asked })
  const answered = new Headers(Object.entries(sent).map(([name, value]) => [name, String(value)]))
  return { status, headers: answered, bytes, body: bytes.toString() }
}
