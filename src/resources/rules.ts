import type { Rule } from './declare.ts'

/** Both in ISO form and UTC, so that the order of the texts is the order in time up to the fraction of a second. */
function isBefore(earlier: unknown, later: unknown): boolean {
  return Date.parse(earlier as string) < Date.parse(later as string)
}

export function startsBeforeEnd(start: string, end: string): Rule {
  return {
    fields: [start, end],
    at: end,
    message: `${end.replaceAll('_', '-')} must be after ${start.replaceAll('_', '-')}`,
    holds: (record) => record[start] == null || record[end] == null || isBefore(record[start], record[end]),
  }
}

/** Of two numbers the first is not the smaller one. Nothing is asked of what is not given. */
export function notBelow(more: string, less: string): Rule {
  return {
    fields: [more, less],
    at: more,
    message: `${more.replaceAll('_', '-')} should be greater than or equal to ${less.replaceAll('_', '-')}`,
    holds: (record) =>
      record[more] == null || record[less] == null || Number(record[more]) >= Number(record[less]),
  }
}
