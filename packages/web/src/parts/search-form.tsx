/** A search that works without scripts. */
import { useAround } from '../context.ts'
import { MOST_LETTERS } from './queries.ts'

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
