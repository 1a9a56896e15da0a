/** All public events: those to come, those that are over, and those with the words that were searched for. */
import type { Condition, RecordOf } from '../../../client/src/plenum-client.ts'
import { type PageContext, type Shown, useAround, useLink } from '../context.ts'
import { listQuery, PageLinks } from '../parts/page-links.tsx'
import { Picture } from '../parts/picture.tsx'
import { plainText } from '../parts/prose.tsx'
import { isPastOf, pageOf, searchOf, wordsOf } from '../parts/queries.ts'
import { SearchForm } from '../parts/search-form.tsx'
import { rangeText, SHORT_DAY } from '../parts/times.tsx'

const SIZE = 24
const FIELDS = [
  'identifier',
  'name',
  'description',
  'startsAt',
  'endsAt',
  'timezone',
  'online',
  'locationName',
  'thumbnailImageUrl',
  'largeImageUrl',
  'logoUrl',
] as const
type Listed = RecordOf<'event', never, { event: typeof FIELDS }>

interface Asked {
  search: string
  isPast: boolean
  page: number
}

export async function frontPage({ client, query, words, now }: PageContext): Promise<Shown> {
  const asked: Asked = {
    search: searchOf(query),
    isPast: isPastOf(query),
    page: pageOf(query),
  }
  const { records, count } = await client.events.list({
    filter: conditions(asked, now),
    sort: asked.isPast ? ['-startsAt'] : ['startsAt'],
    page: { number: asked.page, size: SIZE },
    fields: { event: FIELDS },
  })
  const title = words(asked.isPast ? 'front.past' : 'front.upcoming')
  return {
    title,
    canonical: '/',
    isRare: asked.search !== '',
    body: <Front title={title} asked={asked} events={records} count={count} />,
  }
}

function conditions({ search, isPast }: Asked, now: Date): Condition<'event'>[] {
  const time: Condition<'event'> = { name: 'endsAt', op: isPast ? 'le' : 'gt', val: now.toISOString() }
  return [time, ...wordsOf(search).map((word) => ({ or: hits(word) }))]
}

/** In its texts, or in the name of its place. */
function hits(word: string): Condition<'event'>[] {
  return [
    { search: word },
    { name: 'locationName', op: 'ilike', val: `%${word.replace(/[\\%_]/g, '\\$&')}%` },
  ]
}

interface FrontProps {
  title: string
  asked: Asked
  events: Listed[]
  count: number
}

function Front({ title, asked, events, count }: FrontProps) {
  const { words } = useAround()
  const link = useLink()
  const { search, isPast, page } = asked
  return (
    <div className="wide front">
      <div className="front-head">
        <h1>{title}</h1>
        <SearchForm
          action={link('/')}
          label={words('front.search')}
          value={search}
          others={isPast ? { when: 'past' } : {}}
        />
      </div>
      {search !== '' && count > 0 && <p className="quiet">{words.count('front.found', count)}</p>}
      {events.length > 0 ? <EventList events={events} /> : <Nothing asked={asked} />}
      <PageLinks
        page={page}
        last={Math.ceil(count / SIZE)}
        to={(number) => link(`/${listQuery({ q: search, when: isPast ? 'past' : '' }, number)}`)}
      />
      <p className="elsewhere">
        <a href={link(isPast ? '/' : '/?when=past')}>{words(isPast ? 'front.toUpcoming' : 'front.toPast')}</a>
      </p>
    </div>
  )
}

function Nothing({ asked: { search, isPast } }: { asked: Asked }) {
  const { words } = useAround()
  const link = useLink()
  if (search === '') return <p className="nothing">{words(isPast ? 'front.noPast' : 'front.none')}</p>
  return (
    <p className="nothing">
      {words('front.noMatch', { words: search })}{' '}
      <a href={link(isPast ? '/?when=past' : '/')}>{words('front.clear')}</a>
    </p>
  )
}

function EventList({ events }: { events: Listed[] }) {
  const link = useLink()
  const { words } = useAround()
  return (
    <ul className="cards">
      {events.map((event) => (
        <li key={event.id} className="card">
          <Cover event={event} />
          <div className="card-text">
            <p className="overline">{rangeText(words.locale, event, SHORT_DAY)}</p>
            <h2>
              <a href={link(`/events/${event.identifier}`)}>{event.name}</a>
            </h2>
            <p className="quiet">{event.locationName || (event.online ? words('event.online') : '')}</p>
            <p className="teaser">{plainText(event.description, 140)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Without a picture, the first letter of the name on a coloured ground. */
function Cover({ event }: { event: Listed }) {
  const letter = [...event.name.trim()][0]?.toUpperCase() ?? ''
  return (
    <div className={`cover tone-${Number(event.id) % 6}`}>
      <span aria-hidden="true">{letter}</span>
      <Picture urls={[event.thumbnailImageUrl, event.largeImageUrl, event.logoUrl]} alt="" />
    </div>
  )
}
