const MOST = 80
/** Longer names are cut first. */
const MOST_READ = 1_000

/**
 * A name that a user chose, for a mail to others: one short line, without anything that mail programs turn into a link.
 * Names of events and sessions must not be usable for advertising.
 */
export function named(name: string): string {
  const line = name
    .slice(0, MOST_READ)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]+/gu, '')
  const words = line.split(/\s+/).map(unlinked).filter(Boolean)
  const text = words.join(' ')
  const signs = [...text]
  if (signs.length > MOST)
    return `${signs
      .slice(0, MOST - 1)
      .join('')
      .trimEnd()}…`
  return text === '' ? '(no name)' : text
}

const DOMAIN = /([\p{L}\p{N}-]+)(?:[.。．｡][\p{L}\p{N}-]+)*[.。．｡]\p{L}[\p{L}\p{N}-]+(?:[/:?#]\S*)?/gu

/** Addresses go; of what looks like a domain the first part stays: Example.org becomes Example. */
function unlinked(word: string): string {
  if (/:\/\/|@|^\W*www\.|^\W*(?:mailto|tel|sms|javascript|data):/iu.test(word)) return ''
  return word.replace(DOMAIN, '$1')
}
