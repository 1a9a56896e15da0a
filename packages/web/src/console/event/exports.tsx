/** Exports with their progress and the file at the end. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION_STATES } from '../../../../../src/resources/choices.ts'
import { CheckInput, SelectInput } from '../../browser/forms/fields.tsx'
import { type FormValues, ServiceForm } from '../../browser/forms/service-form.tsx'
import { client } from '../../browser/service.ts'
import { Page, Panel } from '../parts/page.tsx'
import { TaskProgress } from '../parts/task.tsx'
import { eventQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { t } from '../words.ts'

const MEDIA = ['image', 'document', 'audio', 'video'] as const
const STATES = ['all', ...SESSION_STATES] as const
type Status = (typeof STATES)[number]

export default function Exports({ params: { event } }: { params: PageParams }) {
  const { data } = useQuery(eventQuery(event))
  const path = { id: event }
  const tables = [
    ['sessions', 'POST /v1/events/{id}/export/sessions/csv'],
    ['speakers', 'POST /v1/events/{id}/export/speakers/csv'],
  ] as const
  return (
    <Page
      title={t('exports.title')}
      above={<Link to={`events/${event}`}>{data?.name ?? t('parts.overview')}</Link>}
    >
      <div className="c-columns">
        <Export
          title={t('exports.archive')}
          about={t('exports.archiveHint')}
          onStart={({ text }) =>
            client.call('POST /v1/events/{id}/export/json', {
              path,
              body: Object.fromEntries(MEDIA.map((kind) => [kind, text(kind) === 'true'])),
            })
          }
        >
          {MEDIA.map((kind) => (
            <CheckInput key={kind} name={kind} label={t(`exports.${kind}`)} stored="true" />
          ))}
        </Export>
        {tables.map(([kind, route]) => (
          <Export
            key={kind}
            title={t(`exports.${kind}`)}
            about={t('exports.tableHint')}
            onStart={({ text }) =>
              client.call(route, { path, body: { status: (text('status') || 'all') as Status } })
            }
          >
            <SelectInput
              isRequired
              name="status"
              label={t('overview.state')}
              stored="all"
              options={STATES.map((value) => ({
                value,
                label: t(value === 'all' ? 'exports.all' : `state.${value}`),
              }))}
            />
          </Export>
        ))}
      </div>
    </Page>
  )
}

interface ExportProps {
  title: string
  about: string
  onStart: (values: FormValues) => Promise<{ task_url: string }>
  children: React.ReactNode
}

function Export({ title, about, onStart, children }: ExportProps) {
  const [task, setTask] = useState<string>()
  const [url, setUrl] = useState<string>()
  return (
    <Panel title={title}>
      <p>{about}</p>
      <ServiceForm
        needsLogIn
        name={`export-${title}`}
        submit={t('exports.start')}
        onSubmit={async (values) => {
          setUrl(undefined)
          setTask((await onStart(values)).task_url)
        }}
      >
        {children}
      </ServiceForm>
      {task && !url && (
        <TaskProgress<{ download_url: string }>
          key={task}
          url={task}
          onDone={(result) => setUrl(result.download_url)}
        />
      )}
      {url && (
        <p className="notice" role="status">
          <a href={url} download>
            {t('exports.download')}
          </a>
        </p>
      )}
    </Panel>
  )
}
