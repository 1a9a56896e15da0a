/** Proposals as the address asks for them. */
import { SESSION_STATES } from '../../../../../src/resources/choices.ts'
import { client } from '../../browser/service.ts'

export type SessionState = (typeof SESSION_STATES)[number]
/** Drafts last: they are not handed in yet. */
export const STATES = SESSION_STATES.toSorted((a, b) => Number(a === 'draft') - Number(b === 'draft'))

export interface Wanted {
  words: string
  state: string
  track: string
  sort: string
}

/** What the service can sort by. */
export const SORTED = [
  'title',
  'state',
  'submittedAt',
  'level',
  'language',
  'averageRating',
  'reviewScore',
] as const

const PAGE = 100
const FIELDS = {
  session: [...SORTED, 'track', 'sessionType', 'speakers'],
  speaker: ['name'],
  track: ['name', 'color'],
  'session-type': ['name'],
} as const

/** The words of the query that a list stands for. */
export function wantedOf(query: URLSearchParams): Wanted {
  const word = (name: string) => query.get(name) ?? ''
  return { words: word('q').trim(), state: word('state'), track: word('track'), sort: word('sort') }
}

export function readProposals(event: string, { words, state, track, sort }: Wanted) {
  const pattern = `%${words.replace(/[%_\\]/g, '\\$&')}%`
  const byWords = {
    or: [
      { name: 'title', op: 'ilike', val: pattern },
      { name: 'speakers', op: 'any', val: { name: 'name', op: 'ilike', val: pattern } },
    ],
  } as const
  return client.sessions.list({
    event,
    filter: [
      ...(words ? [byWords] : []),
      ...(state ? [{ name: 'state', op: 'eq', val: state } as const] : []),
      ...(track ? [{ name: 'track', op: 'has', val: { name: 'id', op: 'eq', val: track } } as const] : []),
    ],
    sort: [(sort || '-submittedAt') as '-submittedAt'],
    include: ['speakers', 'track', 'sessionType'],
    fields: FIELDS,
    page: { size: PAGE },
  })
}

export type Proposals = Awaited<ReturnType<typeof readProposals>>
export type Proposal = Proposals['records'][number]

export function readProposal(id: string) {
  return client.sessions.get(id, { include: ['speakers', 'track', 'sessionType'] })
}

export type WholeProposal = Awaited<ReturnType<typeof readProposal>>

/** All of them, or none. */
export async function decide(ids: string[], state: SessionState, sendEmail: boolean): Promise<void> {
  await client.atomic((writes) => {
    for (const id of ids) writes.update('session', id, { state, sendEmail })
  })
}
