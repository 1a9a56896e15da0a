/** Plain text as simple HTML, for mails: paragraphs, lines and web addresses as links. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}

/** What ends a sentence is not part of the address before it. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?()]/g

export function toHtml(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(withLinks).join('<br>')}</p>`)
    .join('\n')
}

function withLinks(line: string): string {
  let html = ''
  let end = 0
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    const escaped = escapeHtml(address)
    html += `${escapeHtml(line.slice(end, index))}<a href="${escaped}">${escaped}</a>`
    end = index + address.length
  }
  return html + escapeHtml(line.slice(end))
}
