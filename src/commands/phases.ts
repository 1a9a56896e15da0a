/** The phase of a task in one word; clients see the text of its progress. */
export const PHASES = ['waiting', 'running', 'done', 'failed'] as const

export type Phase = (typeof PHASES)[number]
