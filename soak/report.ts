/** What a soak tells at its end. */
import type { Audited } from './audit.ts'
import type { Journal } from './journal.ts'
import type { FaultKind } from './plan.ts'

export interface Soaked {
  seed: number
  seconds: number
  clients: number
  requests: Journal['outcomes']
  refusals: Record<string, number>
  writes: Journal['writes']
  faults: Partial<Record<FaultKind, number>>
  /** How many starts of processes failed, while something they need was away, and were repeated. */
  failedStarts: number
  figures: Audited['figures']
  remarks: string[]
  /** Empty when nothing was lost. */
  findings: string[]
}

const LONGEST_LIST = 30

export function toTable(soaked: Soaked): string {
  const { seed, seconds, clients, requests, refusals, writes, faults, failedStarts, figures } = soaked
  const sum = (values: Record<string, number>) => Object.values(values).reduce((total, one) => total + one, 0)
  const rows: [string, number, string][] = [
    [
      'requests',
      sum({ ...requests }),
      `${told(requests)}${sum(refusals) > 0 ? ` · answered ${told(refusals)}` : ''}`,
    ],
    ['writes', writes.accepted + writes.unknown, told(writes)],
    [
      'verified',
      figures.verified!,
      told(pick(figures, 'records', 'files', 'redemptions', 'accounts', 'invitations', 'madeUnanswered')),
    ],
    ['faults', sum(faults as Record<string, number>), told(faults as Record<string, number>)],
    ['starts repeated', failedStarts, 'while the database or the storage was away'],
    ['tasks', figures.tasks!, told(pick(figures, 'succeeded', 'failed', 'repeated'))],
    ['made by tasks', figures.succeeded!, told(pick(figures, 'archives', 'imported', 'copied', 'pictures'))],
    ['mails', figures.mails!, told(pick(figures, 'arrived', 'twice'))],
    ['webhooks', figures.deliveries!, told(pick(figures, 'messages', 'repeatedMessages'))],
    ['objects', figures.objects!, told(pick(figures, 'orphans', 'unfinished'))],
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => formatted(row[column]!).length)))
  const lines = rows.map(
    ([name, count, note]) => `${name.padEnd(widths[0]!)}  ${formatted(count).padStart(widths[1]!)}  ${note}`,
  )
  const remarks = soaked.remarks.length > 0 ? ['', ...shortened(soaked.remarks)] : []
  return [`seed ${seed}, ${seconds} seconds, ${clients} clients`, '', ...lines, ...remarks].join('\n')
}

export function lastLines({ findings }: Soaked): string {
  if (findings.length === 0) return 'nothing lost'
  return [...shortened(findings), '', `${findings.length} lost`].join('\n')
}

function shortened(list: string[]): string[] {
  const shown = list.slice(0, LONGEST_LIST).map((one) => `- ${one}`)
  return list.length > LONGEST_LIST ? [...shown, `- and ${list.length - LONGEST_LIST} more`] : shown
}

function pick(figures: Record<string, number>, ...names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, figures[name] ?? 0]))
}

function told(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${WORDS[name] ?? name} ${formatted(count)}`)
    .join(' · ')
}

const WORDS: Record<string, string> = {
  madeUnanswered: 'made without an answer',
  messages: 'arrived',
  repeatedMessages: 'repeated',
  orphans: 'that nothing refers to',
  unfinished: 'unfinished uploads',
}

function formatted(value: number | string): string {
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
