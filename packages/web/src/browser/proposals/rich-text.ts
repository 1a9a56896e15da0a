/** Typed text as the HTML that the service stores, and back. */
export function toHtml(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (escaped === '') return ''
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** A document of its own, in which nothing runs and nothing is loaded. */
export function toText(html: string): string {
  const lines = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|div|h\d|ul|ol|blockquote)>/gi, '$&\n\n')
    .replace(/<\/li>/gi, '$&\n')
  const { body } = new DOMParser().parseFromString(lines, 'text/html')
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}
