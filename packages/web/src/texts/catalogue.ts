/** The languages of the pages, and how a text is looked up. */
import { de } from './de.ts'
import { en } from './en.ts'

export type Key = keyof typeof en
export type Texts = Record<Key, string>
/** Texts that depend on a number have a form for each of its plurals: `front.found.one`, `front.found.other`. */
export type CountKey<K = Key> = K extends `${infer Name}.other` ? Name : never

export const LANGUAGES = { en, de } satisfies Record<string, Texts>
export type Language = keyof typeof LANGUAGES

export interface WordsIn<K extends string> {
  language: Language
  /** The language with its region, for dates and numbers: `en-GB`. */
  locale: string
  (key: K, values?: Record<string, string>): string
  has(key: string): key is K
  /** Another text where there is no such key. */
  or(key: string, other: string): string
  /** The form that goes with the number. */
  count(key: CountKey<K>, count: number): string
}

export type Words = WordsIn<Key>

export function wordsOf(language: Language, locale: string): Words {
  return wordsIn<Key>(LANGUAGES[language], language, locale)
}

/** Looks texts up in a catalogue, such as that of the console. */
export function wordsIn<K extends string>(
  texts: Record<K, string>,
  language: Language,
  locale: string,
): WordsIn<K> {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const word = (key: K, values: Record<string, string> = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found)
  const count = (key: CountKey<K>, number: number) => {
    const form = plurals.select(number) === 'one' ? 'one' : 'other'
    return word(`${key}.${form}` as K, { count: numbers.format(number) })
  }
  const has = (key: string): key is K => Object.hasOwn(texts, key)
  const or = (key: string, other: string) => (has(key) ? word(key) : other)
  return Object.assign(word, { language, locale, has, or, count })
}

/** The language that the header Accept-Language likes best of those that there are. */
export function chooseLanguage(header: string): { language: Language; locale: string } {
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...words] = part.trim().split(';')
      const weight = words.map((word) => /^\s*q=([\d.]+)$/.exec(word)?.[1]).find(Boolean)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { tag } of wanted) {
    const language = tag.slice(0, 2).toLowerCase()
    if (!Object.hasOwn(LANGUAGES, language) || /^[a-z]{3}/i.test(tag)) continue
    return { language: language as Language, locale: knownLocale(tag) ?? language }
  }
  return { language: 'en', locale: 'en' }
}

/** Of the many that can be asked for, those that differ: `de-ZZ` is written as `de` is. */
function knownLocale(tag: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(tag).resolvedOptions().locale.split('-u-')[0]
  } catch {
    return undefined
  }
}
