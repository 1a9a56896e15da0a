/** Calls a server that the administrator named: without redirects, and with a response of bounded size. */

interface Sent {
  method: string
  headers: Record<string, string>
  body?: RequestInit['body']
  signal?: AbortSignal | undefined
}

const LONGEST = 256 * 1024
/** These have no body, and a `Response` refuses even an empty one. */
const BARE = [204, 205, 304]

/** The whole response, or an error when it is longer than any answer of such a server has to be. */
export async function fetchBounded(
  url: string,
  { body, headers, method, signal }: Sent,
  longest = LONGEST,
): Promise<Response> {
  const answer = await fetch(url, {
    body: body ?? null,
    headers,
    method,
    redirect: 'error',
    signal: signal ?? null,
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > longest) throw new Error(`The response of ${new URL(url).host} is too large.`)
    chunks.push(chunk)
  }
  const { status } = answer
  return new Response(BARE.includes(status) ? null : Buffer.concat(chunks), {
    status,
    headers: answer.headers,
  })
}
