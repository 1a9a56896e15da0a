/** Texts of other systems, as the HTML that our fields hold. */

/** A text with tags or entities is HTML already. In plain text, lines become paragraphs and breaks. */
export function htmlOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').trim()
  const isHtml = /<[a-z!/]|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(lines)
  if (isHtml || !/[<\n]/.test(lines)) return lines
  const escaped = lines.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (!escaped.includes('\n')) return escaped
  const paragraphs = escaped.split(/\n{2,}/).map((paragraph) => paragraph.replaceAll('\n', '<br />'))
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
}
