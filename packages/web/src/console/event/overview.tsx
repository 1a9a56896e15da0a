/** One event: how it stands, what it needs, and the ways to its parts. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordOf } from '../../../../client/src/plenum-client.ts'
import { Action } from '../../browser/forms/action.tsx'
import { client, link } from '../../browser/service.ts'
import { note } from '../parts/announcer.tsx'
import { Page, Panel, Waiting } from '../parts/page.tsx'
import { State } from '../parts/state.tsx'
import { TaskProgress } from '../parts/task.tsx'
import { eventQuery } from '../queries.ts'
import { declarationsQuery } from '../records/records.ts'
import { Link, navigate } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { Needs } from '../start/start.tsx'
import { showMoment } from '../times.ts'
import { t } from '../words.ts'
import { partsOf } from './parts.ts'

export default function Overview({ params: { event } }: { params: PageParams }) {
  const { data, error } = useQuery(eventQuery(event))
  if (!data)
    return (
      <Page title={t('parts.overview')}>
        <Waiting error={error} />
      </Page>
    )
  return (
    <Page
      title={data.name}
      above={<Link to="">{t('nav.events')}</Link>}
      actions={<PublicLink event={data} />}
    >
      <div className="c-columns">
        <Panel title={t('overview.needs')}>
          <Needs event={event} />
        </Panel>
        <Panel title={t('overview.facts')}>
          <Facts event={data} />
        </Panel>
      </div>
      <Parts event={event} />
      <Panel title={t('overview.copy')}>
        <Copy event={data} />
      </Panel>
    </Page>
  )
}

function PublicLink({ event: { identifier, state } }: { event: RecordOf<'event'> }) {
  if (state !== 'published') return null
  return (
    <a className="button" href={link(`/events/${identifier}`)}>
      {t('overview.public')}
    </a>
  )
}

function Facts({ event }: { event: RecordOf<'event'> }) {
  const { identifier, state, startsAt, endsAt, timezone, locationName } = event
  const queries = useQueryClient()
  const turn = async () => {
    const next = state === 'published' ? 'draft' : 'published'
    await client.events.update(identifier, { state: next })
    await queries.invalidateQueries()
    note(t(next === 'published' ? 'overview.published' : 'overview.unpublished'))
  }
  return (
    <>
      <dl className="c-facts">
        <dt>{t('overview.state')}</dt>
        <dd>
          <State state={state} />
        </dd>
        <dt>{t('overview.starts')}</dt>
        <dd>{startsAt ? showMoment(startsAt, timezone) : '–'}</dd>
        <dt>{t('overview.ends')}</dt>
        <dd>{showMoment(endsAt, timezone)}</dd>
        <dt>{t('create.zone')}</dt>
        <dd>{timezone}</dd>
        {locationName && (
          <>
            <dt>{t('overview.place')}</dt>
            <dd>{locationName}</dd>
          </>
        )}
      </dl>
      <Action
        isStrong={state !== 'published'}
        text={t(state === 'published' ? 'overview.unpublish' : 'overview.publish')}
        onAct={turn}
      />
    </>
  )
}

function Parts({ event }: { event: string }) {
  const { data: declarations = [] } = useQuery(declarationsQuery)
  return (
    <section className="c-section" aria-label={t('overview.parts')}>
      <h2>{t('overview.parts')}</h2>
      <div className="c-parts">
        {partsOf(declarations).map(({ title, links }) => (
          <div key={title} className="c-part">
            <h3>{title}</h3>
            <ul>
              {links
                .filter(({ to }) => to !== '')
                .map(({ to, text }) => (
                  <li key={to}>
                    <Link to={`events/${event}/${to}`}>{text}</Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Starts a copy, follows it, and opens it. */
function Copy({ event: { id } }: { event: RecordOf<'event'> }) {
  const [task, setTask] = useState<string>()
  const queries = useQueryClient()
  const start = async () => {
    const { task_url } = await client.call('POST /v1/events/{id}/copy', { path: { id } })
    setTask(task_url)
  }
  const done = (result: { id: string }) => {
    void queries.invalidateQueries({ queryKey: ['own-events'] })
    navigate(`events/${result.id}`)
    note(t('overview.copied'))
  }
  if (task) return <TaskProgress url={task} onDone={done} />
  return (
    <>
      <p>{t('overview.copyHint')}</p>
      <Action text={t('overview.copyNow')} onAct={start} />
    </>
  )
}
