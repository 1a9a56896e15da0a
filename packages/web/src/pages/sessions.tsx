/** All sessions of an event, and those with the words that were searched for. */
import type { Condition } from '../../../client/src/plenum-client.ts'
import { type PageContext, type Shown, useAround, useLink } from '../context.ts'
import { EventFrame, type Framed, readFrame } from '../parts/event-frame.tsx'
import { listQuery, PageLinks } from '../parts/page-links.tsx'
import { pageOf, searchOf, wordsOf } from '../parts/queries.ts'
import { SearchForm } from '../parts/search-form.tsx'
import { LISTED_FIELDS, LISTED_INCLUDE, type ListedSession, SessionList } from '../parts/session-list.tsx'
import { colorStyles } from '../parts/track.tsx'

const SIZE = 50

export async function sessionsPage({ client, params, query, site, words }: PageContext): Promise<Shown> {
  const frame = await readFrame(client, params.identifier!)
  const [search, page] = [searchOf(query), pageOf(query)]
  const { records, count } = await client.sessions.list({
    event: frame.event.id,
    filter: wordsOf(search).map((word) => ({ or: hits(word) })),
    sort: ['startsAt', 'title'],
    page: { number: page, size: SIZE },
    include: LISTED_INCLUDE,
    fields: LISTED_FIELDS,
  })
  const tracks = records.flatMap(({ track }) => (track ? [{ color: track.color.slice(1) }] : []))
  return {
    title: `${words('event.sessions')} · ${frame.event.name}`,
    canonical: `/events/${frame.event.identifier}/sessions`,
    isRare: search !== '',
    styles: colorStyles(site, tracks),
    body: <Sessions frame={frame} sessions={records} count={count} search={search} page={page} />,
  }
}

/** In its texts, or in those of a speaker. */
function hits(word: string): Condition<'session'>[] {
  return [{ search: word }, { name: 'speakers', op: 'any', val: { search: word } }]
}

interface SessionsProps {
  frame: Framed
  sessions: ListedSession[]
  count: number
  search: string
  page: number
}

function Sessions({ frame, sessions, count, search, page }: SessionsProps) {
  const { words } = useAround()
  const link = useLink()
  const path = link(`/events/${frame.event.identifier}/sessions`)
  return (
    <EventFrame {...frame} current="sessions">
      <div className="wide content">
        <div className="front-head">
          <h1>{words('event.sessions')}</h1>
          <SearchForm action={path} label={words('sessions.search')} value={search} />
        </div>
        {search !== '' && count > 0 && <p className="quiet">{words.count('sessions.found', count)}</p>}
        {sessions.length > 0 ? (
          <SessionList event={frame.event} sessions={sessions} level={2} />
        ) : (
          <Nothing search={search} path={path} />
        )}
        <PageLinks
          page={page}
          last={Math.ceil(count / SIZE)}
          to={(number) => path + listQuery({ q: search }, number)}
        />
      </div>
    </EventFrame>
  )
}

function Nothing({ search, path }: { search: string; path: string }) {
  const { words } = useAround()
  if (search === '') return <p className="nothing">{words('sessions.none')}</p>
  return (
    <p className="nothing">
      {words('sessions.noMatch', { words: search })} <a href={path}>{words('sessions.clear')}</a>
    </p>
  )
}
