/** Texts that people wrote, with the few tags that the service allows. */
import sanitize from 'sanitize-html'

/**
 * The service cleans texts when they are written. They are cleaned again here, because a page is the place where a mistake
 * would do harm, and more strictly: the policy of the pages allows no styles.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: 'b strong span p em i u sup sub ul ol li s br a'.split(' '),
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    strike: 's',
    center: 'p',
    a: (_name, { href }) => ({ tagName: 'a', attribs: { ...(href && { href }), rel: 'nofollow noopener' } }),
  },
}

/** Blank lines divide paragraphs where no tag does. */
function toHtml(text: string): string {
  const isPlain = !/<\w/.test(text)
  const html = isPlain
    ? text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
        .join('')
    : text
  return sanitize(html, ALLOWED)
}

/** For fields that the service keeps as HTML. */
export function Prose({ text }: { text: string | null | undefined }) {
  if (!text?.trim()) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: toHtml(text) }} />
}

/** For fields that the service keeps as plain text. */
export function PlainProse({ text }: { text: string | null | undefined }) {
  if (!text?.trim()) return null
  return (
    <div className="prose">
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
          <p key={place}>{paragraph}</p>
        ))}
    </div>
  )
}

/** The words without tags, for previews. */
export function plainText(html: string | null | undefined, most = 200): string | undefined {
  if (!html) return undefined
  const spaced = html.replace(/<(?=\/?(p|br|li|ul|ol)\b)/gi, ' <')
  const text = decode(sanitize(spaced, { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= most) return text || undefined
  return `${text.slice(0, most).replace(/\s\S*$/, '')}…`
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (_found, name: string) => ENTITIES[name]!)
}
