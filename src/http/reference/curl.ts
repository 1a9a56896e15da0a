/** The example of an operation as a line for the shell. */
import type { Operation } from './document.ts'

export function curlOf(base: string, { method, path, doc }: Operation): string {
  const parameters = (doc.parameters ?? []).filter((one) => one.in === 'path')
  const url = parameters.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
  const [[media, body] = []] = Object.entries(doc.requestBody?.content ?? {})
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(base + url)}`,
    ...tokenOf({ method, path, doc }).map((token) => `-H ${quoted(`Authorization: JWT ${token}`)}`),
    ...(media && body?.example !== undefined ? bodyOf(media, body.example) : []),
  ].join(' \\\n  ')
}

/** Who reads sees more with a token. What needs none, such as a log-in, is sent by those who have none. */
function tokenOf({ method, path, doc }: Operation): string[] {
  if (doc['x-token']) return [doc['x-token']]
  const isOpen = doc.security?.some((one) => Object.keys(one).length === 0)
  return isOpen && (method !== 'GET' || !path.startsWith('/v1/')) ? [] : ['$TOKEN']
}

function bodyOf(media: string, example: unknown): string[] {
  if (media === 'multipart/form-data')
    return Object.entries(example as Record<string, string>).map(([name, file]) => `-F ${name}=${file}`)
  // In single quotes the shell leaves all as it is but for names, which stand in double quotes between them.
  const text = short(JSON.stringify(example, null, 2)).replaceAll("'", "'\\''")
  return [
    `-H 'Content-Type: ${media}'`,
    `-d '${text.replace(/"(\$[A-Z_]+)"/g, '"\'"$1"\'"').replaceAll('\n', '\n  ')}'`,
  ]
}

/** What fits into a line stands in one. */
function short(json: string): string {
  const inner = /\{\n\s+("[^\n]+",\n\s+)?"[^\n]+\n\s+\}/g
  const inLine = (text: string) => text.replace(/\n\s+/g, ' ')
  return json
    .replace(inner, inLine)
    .replace(/\[\n\s+(\{[^\n]+\})\n\s+\]/g, '[$1]')
    .replace(inner, (text) => (text.length < 100 ? inLine(text) : text))
}

function quoted(text: string): string {
  return text.includes('$') ? `"${text}"` : `'${text}'`
}
