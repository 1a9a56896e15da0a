import type { Rule } from './declare.ts'

/** To the microsecond, as the database compares them. */
function isBefore(earlier: unknown, later: unknown): boolean {
  return sortable(earlier as string) < sortable(later as string)
}

/** Moments are in ISO form and UTC; with a fraction of the same length the order of the texts is that in time. */
function sortable(moment: string): string {
  const fraction = /\.(\d+)/.exec(moment)?.[1] ?? ''
  return `${moment.slice(0, 19)}.${fraction.padEnd(6, '0')}`
}

/** Something may begin and end at the same moment. */
export function endsNotBeforeStart(start: string, end: string): Rule {
  return {
    fields: [start, end],
    at: end,
    message: `${end.replaceAll('_', '-')} must not be before ${start.replaceAll('_', '-')}`,
    holds: (record) => record[start] == null || record[end] == null || !isBefore(record[end], record[start]),
  }
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
    mend: (record) => ({ [less]: record[more] }),
  }
}
