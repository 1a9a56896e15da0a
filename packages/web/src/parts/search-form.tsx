/** A search that works without scripts. */
import { useAround } from '../context.ts'

interface SearchFormProps {
  action: string
  label: string
  value: string
  /** Kept when the search changes. */
  others?: Record<string, string>
}

export function SearchForm({ action, label, value, others = {} }: SearchFormProps) {
  const { words } = useAround()
  return (
    <search>
      <form action={action} className="search">
        {Object.entries(others).map(([name, other]) => (
          <input key={name} type="hidden" name={name} value={other} />
        ))}
        <label className="hidden-label" htmlFor="q">
          {label}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={value}
          maxLength={MOST_LETTERS}
          placeholder={label}
        />
        <button type="submit">{words('front.searchButton')}</button>
      </form>
    </search>
  )
}

const MOST_LETTERS = 100
/** A filter of the API has at most 20 patterns. */
const MOST_WORDS = 4

export function searchOf(query: URLSearchParams): string {
  return (query.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_LETTERS)
    .toWellFormed()
}

/** A pattern for each word, to be found anywhere in a text. */
export function patternsOf(search: string): string[] {
  const words = search.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MOST_WORDS).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

export function pageOf(query: URLSearchParams): number {
  return Math.min(Math.max(Math.trunc(Number(query.get('page') ?? 1)) || 1, 1), 1000)
}
