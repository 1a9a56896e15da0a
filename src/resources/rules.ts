type Values = Record<string, unknown>

/** The message of a refusal. */
export interface Refusal {
  /** The field or relationship that is at fault. */
  at: string
  /** Names of fields are in braces and are spelled for the reader (`spell` in names.ts). */
  message: string
}

/** Only an import could bring one that is there already, and it looks for that first. */
export const GUID_TAKEN: Refusal = {
  at: 'guid',
  message: 'Another record of this kind in the event has this guid.',
}

/** A rule over several fields. It is checked when all of them are valid and at least one of them changes. */
export interface Rule extends Refusal {
  fields: string[]
  /** The check of the database that refuses the same. */
  constraint?: string
  /** Not asked of imported records: it guards a step, not the data. */
  onlyRequests?: boolean
  holds(record: Values): boolean
  /** What is wrong with this record, where the message cannot say it for all. */
  explain?(record: Values): string
  /** What an import changes so that an archived record keeps the rule; without it, a value is left out. */
  mend?(record: Values): Values
}

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
export function endsNotBeforeStart(start: string, end: string, constraint: string): Rule {
  return {
    fields: [start, end],
    constraint,
    at: end,
    message: `{${end}} must not be before {${start}}`,
    holds: (record) => record[start] == null || record[end] == null || !isBefore(record[end], record[start]),
  }
}

export function startsBeforeEnd(start: string, end: string, constraint: string): Rule {
  return {
    fields: [start, end],
    constraint,
    at: end,
    message: `{${end}} must be after {${start}}`,
    holds: (record) => record[start] == null || record[end] == null || isBefore(record[start], record[end]),
  }
}

/** The first of two numbers must not be smaller. Missing numbers are not checked. */
export function notBelow(more: string, less: string, constraint: string): Rule {
  return {
    fields: [more, less],
    constraint,
    at: more,
    message: `{${more}} should be greater than or equal to {${less}}`,
    holds: (record) =>
      record[more] == null || record[less] == null || Number(record[more]) >= Number(record[less]),
    mend: (record) => ({ [less]: record[more] }),
  }
}
