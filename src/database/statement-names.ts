import { Recent } from './recent.ts'

const NAMED_AFTER = 2
/** What is longer has many conditions of a caller in it, is rarely asked again and takes much memory of the server. */
const LONGEST_NAMED = 6_000
/** How many characters of statements are remembered, with a name and without. */
const MOST_REMEMBERED = 2_000_000

/**
 * The name under which a repeated statement is prepared. Filters, sorting, pages and sent fields produce many statements,
 * so the memory for them is limited. A name is never used for a second text.
 */
export function statementNames(): (text: string) => string | undefined {
  const seen = new Recent<number>(MOST_REMEMBERED)
  const names = new Recent<string>(MOST_REMEMBERED)
  let made = 0
  return (text) => {
    if (text.length > LONGEST_NAMED) return undefined
    const known = names.get(text)
    if (known !== undefined) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times < NAMED_AFTER) {
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const name = `s${made++}`
    names.set(text, name)
    return name
  }
}
