/** What belongs to the whole installation, or to the own account. */
import { useQuery } from '@tanstack/react-query'
import { client } from '../../browser/service.ts'
import { useAccount } from '../account.ts'
import { Page, Panel } from '../parts/page.tsx'
import { Link } from '../router.tsx'
import { t } from '../words.ts'
import { typeName, useDeclarations } from './records.ts'

/** Records of the own account; everything else is for administrators. */
const OWN = ['api-tokens', 'feed-tokens', 'notifications', 'import-jobs', 'export-jobs']

export default function Site() {
  const { isAdmin, isSuperAdmin } = useAccount()
  const isStaff = isAdmin || isSuperAdmin
  const declarations = useDeclarations().filter(
    ({ ofEvent, isSingle, canList }) => isSingle || (ofEvent === 'none' && canList),
  )
  const own = declarations.filter(({ path }) => OWN.includes(path))
  const site = declarations.filter(({ path }) => !OWN.includes(path))
  return (
    <Page title={t('nav.site')} above={<Link to="">{t('nav.events')}</Link>}>
      {isStaff && <Health />}
      {[
        ...(isStaff ? [{ title: t('parts.site'), list: site }] : []),
        { title: t('site.own'), list: own },
      ].map(({ title, list }) => (
        <section key={title} className="c-section" aria-label={title}>
          <h2>{title}</h2>
          <ul className="c-cards">
            {list.map((declaration) => (
              <li key={declaration.path} className="c-card">
                <h3>
                  <Link to={`records/${declaration.path}`}>{typeName(declaration)}</Link>
                </h3>
                <p className="quiet">{declaration.about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

/** Whether the service says that it is well. */
function Health() {
  const { data, error } = useQuery({
    queryKey: ['health'],
    queryFn: () => client.call('GET /readyz'),
    refetchInterval: 30_000,
  })
  const { data: whole } = useQuery({
    queryKey: ['health-check'],
    queryFn: () => client.call('GET /health-check'),
  })
  return (
    <Panel title={t('site.health')}>
      {error ? (
        <p className="field-fault">{t('site.unwell')}</p>
      ) : (
        <p className="c-fine">{data ? t('site.well') : '…'}</p>
      )}
      {whole && !whole.passed && <p>{whole.output}</p>}
    </Panel>
  )
}
