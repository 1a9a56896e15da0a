/** Texts as other programs can hold them. */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML as the service stores it: lines for paragraphs and lists, and the addresses of links. */
export function plainText(html: string): string {
  const text = html
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '- ')
    .replace(/<\/(li|ul|ol)>/gi, '\n')
    .replace(/<\/(p|center)>/gi, '\n\n')
    .replace(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([^<]*)<\/a>/gi, (_link, address: string, name: string) =>
      address === name || address === '' ? name : `${name} (${address})`,
    )
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, entity)
  return printable(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
  const isSign = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isSign ? String.fromCodePoint(code) : whole
}

/** Without the control characters that neither XML 1.0 nor a calendar can hold. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
}

/** The same on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/[\s\u2028\u2029]+/g, ' ')).trim()
}

/** Letters and digits of ASCII, with hyphens between them; empty when the text has none. */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
}
