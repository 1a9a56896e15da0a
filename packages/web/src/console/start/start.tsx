/** The first page: my events, what they need, and how to get another one. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RecordOf } from '../../../../client/src/plenum-client.ts'
import { useAccount } from '../account.ts'
import { Page, Waiting } from '../parts/page.tsx'
import { State } from '../parts/state.tsx'
import { failedTasksQuery, needsQuery, ownEventsQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { showDays, showMoment } from '../times.ts'
import { t } from '../words.ts'

type Event = RecordOf<'event'>

export default function Start() {
  const { id } = useAccount()
  const { data, error } = useQuery(ownEventsQuery(id))
  return (
    <Page title={t('start.title')} actions={<Ways />}>
      <Failed user={id} />
      {data ? <Events events={data.records} /> : <Waiting error={error} />}
    </Page>
  )
}

function Ways() {
  return (
    <>
      <Link className="button strong" to="new">
        {t('start.create')}
      </Link>
      <Link className="button" to="import">
        {t('start.import')}
      </Link>
      <Link className="button" to="import-schedule">
        {t('start.importSchedule')}
      </Link>
    </>
  )
}

function Failed({ user }: { user: string }) {
  const { data = [] } = useQuery(failedTasksQuery(user))
  const [isHidden, setHidden] = useState(false)
  if (data.length === 0 || isHidden) return null
  return (
    <section className="notice fault-notice" aria-label={t('start.failed')}>
      <h2>{t('start.failed')}</h2>
      <ul>
        {data.map(({ id, startsAt, message }) => (
          <li key={id}>
            {showMoment(startsAt)}: {message}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setHidden(true)}>
        {t('start.hide')}
      </button>
    </section>
  )
}

function Events({ events }: { events: Event[] }) {
  const [now] = useState(() => Date.now())
  const [words, setWords] = useState('')
  const found = events.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const coming = found.filter(({ endsAt }) => Date.parse(endsAt) >= now).toReversed()
  const past = found.filter(({ endsAt }) => Date.parse(endsAt) < now)
  if (events.length === 0)
    return (
      <div className="nothing">
        <p>{t('start.none')}</p>
        <p>
          <Link className="button strong" to="new">
            {t('start.create')}
          </Link>
        </p>
      </div>
    )
  return (
    <>
      {events.length > 6 && (
        <input
          className="c-search"
          type="search"
          aria-label={t('start.search')}
          placeholder={t('start.search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {coming.length > 0 && (
        <Cards title={t('start.coming')}>
          {coming.map((event) => (
            <Card key={event.id} event={event} isComing />
          ))}
        </Cards>
      )}
      {past.length > 0 && (
        <Cards title={t('start.past')}>
          {past.map((event) => (
            <Card key={event.id} event={event} />
          ))}
        </Cards>
      )}
    </>
  )
}

function Cards({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="c-section">
      <h2>{title}</h2>
      <ul className="c-cards">{children}</ul>
    </section>
  )
}

function Card({ event, isComing = false }: { event: Event; isComing?: boolean }) {
  const { identifier, name, startsAt, endsAt, timezone, locationName, state, online } = event
  return (
    <li className="c-card">
      <div className="c-card-head">
        <h3>
          <Link to={`events/${identifier}`}>{name}</Link>
        </h3>
        <State state={state} />
      </div>
      <p className="quiet">
        {showDays(startsAt, endsAt, timezone)}
        {(locationName || online) && ` · ${locationName || t('start.online')}`}
      </p>
      {isComing && <Needs event={identifier} />}
    </li>
  )
}

/** What waits for somebody, each with the way to it. */
export function Needs({ event }: { event: string }) {
  const { data } = useQuery(needsQuery(event))
  if (!data) return <p className="quiet">…</p>
  const needs = [
    { count: data.pending, text: t.count('needs.pending', data.pending), to: 'proposals?state=pending' },
    {
      count: data.unconfirmed,
      text: t.count('needs.unconfirmed', data.unconfirmed),
      to: 'proposals?state=accepted',
    },
    { count: data.conflicts, text: t.count('needs.conflicts', data.conflicts), to: 'schedule' },
  ].filter(({ count }) => count > 0)
  if (needs.length === 0) return <p className="c-fine">{t('needs.none')}</p>
  return (
    <ul className="c-needs">
      {needs.map(({ to, text }) => (
        <li key={to}>
          <Link to={`events/${event}/${to}`}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}
