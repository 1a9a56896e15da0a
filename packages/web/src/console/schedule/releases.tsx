/** Releases: what would change, and the release itself. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../browser/forms/action.tsx'
import { CheckInput, TextInput } from '../../browser/forms/fields.tsx'
import { type FormValues, ServiceForm } from '../../browser/forms/service-form.tsx'
import { client } from '../../browser/service.ts'
import { note } from '../parts/announcer.tsx'
import { Page, Panel, Waiting } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { showMoment } from '../times.ts'
import { t } from '../words.ts'
import { type Difference, differenceQuery, releasesQuery } from './difference.ts'

export default function Releases({ params: { event } }: { params: PageParams }) {
  const { data: about } = useQuery(eventQuery(event))
  const { data: releases, error } = useQuery(releasesQuery(event))
  return (
    <Page
      title={t('releases.title')}
      above={<Link to={`events/${event}`}>{about?.name ?? t('parts.overview')}</Link>}
      actions={
        <Link className="button" to={`events/${event}/schedule`}>
          {t('releases.toSchedule')}
        </Link>
      }
    >
      {releases ? (
        <Next event={event} latest={releases[0]?.version} zone={about?.timezone} />
      ) : (
        <Waiting error={error} />
      )}
      {releases && releases.length > 0 && <Past event={event} releases={releases} zone={about?.timezone} />}
    </Page>
  )
}

interface NextProps {
  event: string
  latest: string | null | undefined
  zone: string | undefined
}

function Next({ event, latest, zone }: NextProps) {
  const { data, error } = useQuery(differenceQuery(event, latest ?? undefined))
  const queries = useQueryClient()
  const [round, setRound] = useState(0)
  const release = async ({ text }: FormValues) => {
    const { version } = await client.scheduleReleases.create({
      event,
      comment: text('comment') || null,
      sendEmails: text('sendEmails') === 'true',
    })
    await queries.invalidateQueries({ queryKey: ['releases', event] })
    await queries.invalidateQueries({ queryKey: ['difference', event] })
    setRound(round + 1)
    note(t('releases.done', { version: version ?? '' }))
  }
  return (
    <Panel title={t(latest ? 'releases.next' : 'releases.first')}>
      {data ? <Changes difference={data} zone={zone} /> : <Waiting error={error} />}
      <ServiceForm
        key={round}
        needsLogIn
        name={`release-${event}`}
        submit={t('releases.publish')}
        onSubmit={release}
      >
        <TextInput name="comment" label={t('releases.comment')} hint={t('releases.commentHint')} lines={3} />
        <CheckInput name="sendEmails" label={t('releases.mails')} hint={t('releases.mailsHint')} />
      </ServiceForm>
    </Panel>
  )
}

function Changes({ difference, zone }: { difference: Difference; zone: string | undefined }) {
  const kinds = (['added', 'moved', 'removed'] as const).filter((kind) => difference[kind].length > 0)
  if (kinds.length === 0) return <p className="c-fine">{t('releases.nothing')}</p>
  const place = (slot: { start: string; room: string } | undefined) =>
    slot ? `${showMoment(slot.start, zone)}, ${slot.room}` : ''
  return (
    <div className="s-changes">
      {kinds.map((kind) => (
        <details key={kind} open={difference[kind].length <= 20}>
          <summary>
            {t(`releases.${kind}`)} <span className="c-count">{difference[kind].length}</span>
          </summary>
          <ul>
            {difference[kind].map(({ guid, title, before, after }) => (
              <li key={guid}>
                <strong>{title}</strong>{' '}
                <span className="quiet">{[place(before), place(after)].filter(Boolean).join(' → ')}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

interface PastProps {
  event: string
  zone: string | undefined
  releases: {
    id: string
    version: string | null
    comment: string | null
    releasedAt: string
    sessionCount: number
  }[]
}

function Past({ event, releases, zone }: PastProps) {
  const queries = useQueryClient()
  const withdraw = async (id: string, version: string) => {
    if (!confirm(t('releases.withdrawSure', { version }))) return
    await client.scheduleReleases.delete(id)
    await queries.invalidateQueries({ queryKey: ['releases', event] })
    await queries.invalidateQueries({ queryKey: ['difference', event] })
    note(t('releases.withdrawn', { version }))
  }
  return (
    <Panel title={t('releases.past')}>
      <ul className="s-releases">
        {releases.map(({ id, version, comment, releasedAt, sessionCount }, place) => (
          <li key={id}>
            <div>
              <strong>{t('releases.version', { version: version ?? '' })}</strong>
              <p className="quiet">
                {showMoment(releasedAt, zone)} · {t.count('releases.sessions', sessionCount)}
              </p>
              {comment && <p>{comment}</p>}
            </div>
            {place === 0 && (
              <Action text={t('releases.withdraw')} onAct={() => withdraw(id, version ?? '')} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
