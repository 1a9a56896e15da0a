/** The table of proposals. Arrow keys go from row to row, space chooses, enter opens. */
import type { KeyboardEvent } from 'react'
import { State } from '../parts/state.tsx'
import { fieldName } from '../records/records.ts'
import { setQuery, useQueryString } from '../router.tsx'
import { showMoment } from '../times.ts'
import { t } from '../words.ts'
import type { Column } from './columns.ts'
import { type Proposal, SORTED } from './read.ts'

interface TableProps {
  records: Proposal[]
  columns: Column[]
  chosen: ReadonlySet<string>
  opened: string
  zone: string | undefined
  onChoose: (chosen: ReadonlySet<string>) => void
}

export function ProposalTable({ records, columns, chosen, opened, zone, onChoose }: TableProps) {
  const isAll = records.every(({ id }) => chosen.has(id))
  const turn = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const way = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
    const row = (event.target as Element).closest('tr')
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    row?.[way[event.key]]?.querySelector<HTMLElement>('button')?.focus()
  }
  return (
    <section
      className="c-scroll"
      aria-label={t('proposals.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
      tabIndex={0}
    >
      <table className="c-table c-list">
        <thead>
          <tr>
            <td>
              <input
                type="checkbox"
                aria-label={t('proposals.chooseAll')}
                checked={isAll}
                onChange={() => onChoose(new Set(isAll ? [] : records.map(({ id }) => id)))}
              />
            </td>
            {(['title', ...columns] as const).map((column) => (
              <Head key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={key}>
          {records.map((proposal) => (
            <tr key={proposal.id} data-open={proposal.id === opened || undefined}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('proposals.choose', { title: proposal.title })}
                  checked={chosen.has(proposal.id)}
                  onChange={() => turn(proposal.id)}
                />
              </td>
              <th scope="row">
                <button
                  type="button"
                  className="c-link"
                  aria-expanded={proposal.id === opened}
                  onClick={() => setQuery({ open: proposal.id === opened ? '' : proposal.id })}
                >
                  {proposal.title}
                </button>
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <Cell column={column} proposal={proposal} zone={zone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head({ column }: { column: Column | 'title' }) {
  const sort = useQueryString().get('sort') ?? '-submittedAt'
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  if (!SORTED.some((one) => one === column)) return <th scope="col">{fieldName(column)}</th>
  return (
    <th scope="col" {...(order && { 'aria-sort': order })}>
      <button
        type="button"
        className="c-sort"
        onClick={() => setQuery({ sort: order === 'ascending' ? `-${column}` : column })}
      >
        {fieldName(column)}
        {order && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
}

function Cell({ column, proposal, zone }: { column: Column; proposal: Proposal; zone: string | undefined }) {
  const { speakers, track, sessionType, submittedAt, state } = proposal
  switch (column) {
    case 'speakers':
      return <>{speakers.map(({ name }) => name).join(', ') || '–'}</>
    case 'state':
      return <State state={state} />
    case 'track':
      return track ? (
        <span className="c-color">
          <span style={{ background: track.color }} />
          {track.name}
        </span>
      ) : (
        '–'
      )
    case 'sessionType':
      return <>{sessionType?.name ?? '–'}</>
    case 'submittedAt':
      return <>{submittedAt ? showMoment(submittedAt, zone) : '–'}</>
    case 'reviewScore':
      return <>{proposal.reviewScore === null ? '–' : Math.round(proposal.reviewScore)}</>
    default:
      return <>{proposal[column] ?? '–'}</>
  }
}
