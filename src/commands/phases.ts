/** Where a task stands, in one word; what clients see is the text of its progress. */
export const PHASES = ['waiting', 'running', 'done', 'failed'] as const

export type Phase = (typeof PHASES)[number]
