/** As `fetch`, but it reports how much of a form has been sent, which browsers tell only this way. */
export function progressFetch(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(input))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => {
        if (init.body instanceof FormData && total > 0) onProgress(loaded / total)
      }
      request.onload = () => resolve(toResponse(request))
      request.onerror = () => reject(new TypeError('The connection was lost.'))
      request.onabort = () => reject(init.signal?.reason)
      init.signal?.addEventListener('abort', () => request.abort())
      request.send(init.body as XMLHttpRequestBodyInit | null)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request
  const wait = request.getResponseHeader('retry-after')
  const headers: Record<string, string> = wait === null ? {} : { 'retry-after': wait }
  return new Response(status === 204 ? null : responseText, { status, statusText, headers })
}
