/** The texts of the console, which only its own bundle carries. */
import { words } from '../browser/service.ts'
import { wordsIn } from '../texts/catalogue.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'

export type ConsoleKey = keyof typeof en

const { language, locale } = words
const CATALOGUES: Record<typeof language, Record<ConsoleKey, string>> = { en, de }

export const t = wordsIn<ConsoleKey>(CATALOGUES[language], language, locale)

/** A text whose key is put together; the fallback when there is none. */
export function textOf(key: string, fallback: string): string {
  return t.has(key) ? t(key) : fallback
}
