/** The columns that the table can show; the choice is kept in the browser. */
import { useState } from 'react'

export const COLUMNS = [
  'speakers',
  'state',
  'track',
  'sessionType',
  'submittedAt',
  'level',
  'language',
  'averageRating',
  'reviewScore',
] as const
export type Column = (typeof COLUMNS)[number]

const KEY = 'plenum:proposal-columns'
const USUAL: Column[] = ['speakers', 'state', 'track', 'reviewScore', 'submittedAt']

export function useColumns(): [Column[], (column: Column) => void] {
  const [chosen, setChosen] = useState(readColumns)
  const turn = (column: Column) => {
    const next = COLUMNS.filter((one) => (one === column) !== chosen.includes(one))
    setChosen(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // The browser keeps nothing.
    }
  }
  return [chosen, turn]
}

function readColumns(): Column[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return Array.isArray(kept) ? COLUMNS.filter((column) => kept.includes(column)) : USUAL
  } catch {
    return USUAL
  }
}
