import sanitize from 'sanitize-html'

const TAGS = 'b strong span p em i u center sup sub ul ol li strike br'.split(' ')

const withoutLinks: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { '*': ['style'] },
  allowedStyles: {
    '*': {
      'text-align': [/^(left|right|center|justify)$/],
      'font-weight': [/^(normal|bold|bolder|lighter|\d{3})$/],
      'text-decoration': [/^(none|underline|line-through|overline)$/],
    },
  },
  disallowedTagsMode: 'discard',
}

const withLinks: sanitize.IOptions = {
  ...withoutLinks,
  allowedTags: [...TAGS, 'a'],
  allowedAttributes: { '*': ['style'], a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'ftp', 'mailto'],
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow noopener' }) },
}

/** Keeps the allowed tags and strips all others. Text without a tag stays as it is. */
export function cleanHtml(text: string, links: boolean): string {
  return isClean(text) ? text : sanitize(text, links ? withLinks : withoutLinks)
}

const PLAIN_TAG = /<(\/?)(b|strong|p|em|i|u|sup|sub|ul|ol|li|strike)>/g
/** A tag that a parser closes by itself before it opens the one named first. */
const CLOSES: Record<string, string> = { p: 'p', ul: 'p', ol: 'p', li: 'li' }

/**
 * Most texts contain nothing that cleaning would change: tags without attributes, each closed in order, and between them
 * nothing to escape. Checking this takes a fraction of the time.
 */
export function isClean(text: string): boolean {
  if (!text.includes('<')) return true
  const open: string[] = []
  let end = 0
  for (const { index, 0: tag, 1: slash, 2: name } of text.matchAll(PLAIN_TAG)) {
    if (needsEscape(text.slice(end, index))) return false
    end = index + tag.length
    if (slash === '') {
      if (open.length > 0 && CLOSES[name!] === open.at(-1)) return false
      open.push(name!)
    } else if (open.pop() !== name) return false
  }
  return open.length === 0 && !needsEscape(text.slice(end))
}

function needsEscape(text: string): boolean {
  return /[&<>"\0\r]/.test(text)
}
