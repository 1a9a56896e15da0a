/** One record of any type, or a new one. */
import { useQuery } from '@tanstack/react-query'
import { Page } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { t } from '../words.ts'
import { RecordForm } from './form.tsx'
import { typeName, useDeclarations } from './records.ts'

export default function RecordPage({ params }: { params: Partial<PageParams> & { id: string } }) {
  const { event, id } = params
  const type = params.type ?? 'events'
  const declaration = useDeclarations().find(({ path }) => path === type)
  const { data: about } = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  if (!declaration)
    return (
      <Page title={t('console.notFound')}>
        <p>{t('console.notFoundHint')}</p>
      </Page>
    )
  const base = event ? `events/${event}/${type}` : `records/${type}`
  return (
    <Page
      title={id === 'new' ? t('records.newOf', { type: typeName(declaration) }) : typeName(declaration)}
      above={<Link to={base}>{typeName(declaration)}</Link>}
    >
      <RecordForm declaration={declaration} event={event} id={id} zone={about?.timezone} />
    </Page>
  )
}
