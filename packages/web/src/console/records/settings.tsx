/** The fields of the event itself. */
import { useQuery } from '@tanstack/react-query'
import { Page, Waiting } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { t } from '../words.ts'
import { RecordForm } from './form.tsx'
import { useDeclarations } from './records.ts'

export default function EventSettings({ params: { event } }: { params: PageParams }) {
  const { data, error } = useQuery(eventQuery(event))
  const declaration = useDeclarations().find(({ type }) => type === 'event')!
  return (
    <Page
      title={t('parts.settings')}
      above={<Link to={`events/${event}`}>{data?.name ?? t('parts.overview')}</Link>}
    >
      {data ? (
        <RecordForm declaration={declaration} event={event} id={data.id} zone={data.timezone} />
      ) : (
        <Waiting error={error} />
      )}
    </Page>
  )
}
