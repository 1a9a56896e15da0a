/** What the writers of old archives meant by values that a field does not take as they are. */

/** The value to keep; undefined when nothing can be made of what was sent. */
export type Meaning = (sent: unknown) => string | undefined

const SHORTEST_PART = 4

/** The choice that a text means: in another case or punctuation, by a synonym, or by a part of its name. */
export function nearestChoice(values: readonly string[], synonyms: Record<string, string> = {}): Meaning {
  const known = new Map([
    ...Object.entries(synonyms),
    ...values.map((value) => [lettersOf(value), value] as const),
  ])
  return (sent) => {
    if (typeof sent !== 'string' || sent.length > 100) return undefined
    const word = lettersOf(sent)
    if (known.has(word)) return known.get(word)
    if (word.length < SHORTEST_PART) return undefined
    const like = values.filter((value) => isPart(word, lettersOf(value)))
    return like.length === 1 ? like[0] : undefined
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function isPart(word: string, name: string): boolean {
  return name.startsWith(word) || (name.length >= SHORTEST_PART && word.startsWith(name))
}

const LONGEST = 23 * 60 + 59

/**
 * A length as hours and minutes. Archives write "3.30" for three and a half hours, as a number without its last zero too:
 * 0.3 is half an hour. A number alone is one of hours, unless a day has fewer.
 */
export const meantLength: Meaning = (sent) => {
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined
  const minutes = minutesIn(String(sent).trim())
  if (minutes === undefined) return undefined
  const kept = Math.min(minutes, LONGEST)
  return `${Math.floor(kept / 60)}:${String(kept % 60).padStart(2, '0')}`
}

function minutesIn(text: string): number | undefined {
  const clock = /^(\d{1,4}):(\d{1,2})(?::\d{1,2})?$/.exec(text)
  if (clock) return 60 * Number(clock[1]) + Number(clock[2])
  const point = /^(\d{1,4})[.,](\d{1,2})$/.exec(text)
  if (point) return 60 * Number(point[1]) + Number(point[2]!.padEnd(2, '0'))
  const amount = /^(\d{1,4}) ?(h|hours?|m|min|minutes?)?$/i.exec(text)
  if (!amount) return undefined
  const number = Number(amount[1])
  const isHours = amount[2] ? /^h/i.test(amount[2]) : number < 24
  return isHours ? 60 * number : number
}

/** A colour without its sign, or with a part for its opacity. */
export const meantColour: Meaning = (sent) => {
  if (typeof sent !== 'string') return undefined
  const digits = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})(?:[0-9a-f]{2})?\s*$/i.exec(sent)?.[1]
  return digits && `#${digits}`
}
