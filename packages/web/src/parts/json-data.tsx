/** Facts for search engines, as schema.org names them. A block of data, not a script: the policy of the pages allows it. */
export function JsonData({ data }: { data: object }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // A `<` could end the element.
  const __html = text.replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would write quotes as entities, which a script does not know
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}
