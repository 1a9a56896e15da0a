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

/** Keeps the allowed tags and strips all others. Text without a tag stays as it is, so cleaning twice changes nothing. */
export function cleanHtml(text: string, links: boolean): string {
  return text.includes('<') ? sanitize(text, links ? withLinks : withoutLinks) : text
}
