/** Proposals: found, read and decided on, one by one or many at once. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../browser/service.ts'
import { note } from '../parts/announcer.tsx'
import { Page, Waiting } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link, setQuery, useQueryString } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { t } from '../words.ts'
import { useColumns } from './columns.ts'
import { Decide } from './decide.tsx'
import { Detail } from './detail.tsx'
import { Filters } from './filters.tsx'
import { decide, type Proposals, readProposals, type SessionState, wantedOf } from './read.ts'
import { ProposalTable } from './table.tsx'

export default function ProposalsPage({ params: { event } }: { params: PageParams }) {
  const { data: about } = useQuery(eventQuery(event))
  return (
    <Page
      isWide
      title={t('proposals.title')}
      above={<Link to={`events/${event}`}>{about?.name ?? t('parts.overview')}</Link>}
    >
      <Found event={event} zone={about?.timezone} />
    </Page>
  )
}

function useFound(event: string) {
  const wanted = wantedOf(useQueryString())
  const found = useInfiniteQuery({
    queryKey: ['proposals', event, wanted],
    queryFn: ({ pageParam }) => pageParam(),
    initialPageParam: () => readProposals(event, wanted),
    getNextPageParam: (last: Proposals) => {
      const { next } = last
      return last.records.length < last.count ? async () => (await next.call(last)) ?? last : undefined
    },
    placeholderData: (old) => old,
  })
  const records = found.data?.pages.flatMap((page) => page.records) ?? []
  return { ...found, records, count: found.data?.pages[0]?.count ?? 0 }
}

function Found({ event, zone }: { event: string; zone: string | undefined }) {
  const { records, count, data, error, hasNextPage, fetchNextPage } = useFound(event)
  const { data: tracks = [] } = useQuery({
    queryKey: ['tracks', event],
    queryFn: async () => (await client.tracks.list({ event, page: { size: 0 } })).records,
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [columns, turnColumn] = useColumns()
  const opened = useQueryString().get('open') ?? ''
  const queries = useQueryClient()
  const act = async (ids: string[], state: SessionState, sendEmail: boolean) => {
    await decide(ids, state, sendEmail)
    setChosen(new Set())
    await queries.invalidateQueries()
    note(t.count('proposals.decided', ids.length))
  }
  const isMore = hasNextPage && records.length < count
  return (
    <>
      <Filters tracks={tracks} count={data ? count : undefined} columns={columns} onColumn={turnColumn} />
      {chosen.size > 0 && <Decide ids={[...chosen]} onDecide={act} />}
      <div className="p-main" data-open={opened ? '' : undefined}>
        <div>
          {!data && <Waiting error={error} />}
          {data && records.length === 0 && <p className="nothing">{t('proposals.none')}</p>}
          {records.length > 0 && (
            <ProposalTable {...{ records, columns, chosen, opened, zone }} onChoose={setChosen} />
          )}
          {isMore && (
            <p>
              <button type="button" onClick={() => void fetchNextPage()}>
                {t('records.more')}
              </button>
            </p>
          )}
        </div>
        {opened && (
          <Detail
            key={opened}
            event={event}
            id={opened}
            zone={zone}
            next={records[records.findIndex(({ id }) => id === opened) + 1]?.id}
            onDecide={act}
            onOpen={(id) => setQuery({ open: id })}
          />
        )}
      </div>
    </>
  )
}
