/** A list of records of any type: searched, sorted and read on as one goes. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Page, Waiting } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link, setQuery, useQueryString } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { t } from '../words.ts'
import type { Declaration, Field } from './declaration.ts'
import { RecordForm } from './form.tsx'
import {
  type AnyRecord,
  fieldName,
  labelField,
  labelOf,
  readPage,
  typeName,
  useDeclarations,
} from './records.ts'
import { Value } from './value.tsx'

const MOST_COLUMNS = 5
const SHORT = ['text', 'number', 'flag', 'choice', 'moment', 'email', 'color']
const HIDDEN = ['deletedAt', 'guid', 'createdAt', 'lastModifiedAt']

export default function RecordList({ params }: { params: Partial<PageParams> }) {
  const { event, type } = params
  const declaration = useDeclarations().find(({ path }) => path === type)
  const { data: about } = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  const base = event ? `events/${event}/${type}` : `records/${type}`
  if (!declaration)
    return (
      <Page title={t('console.notFound')}>
        <p>{t('console.notFoundHint')}</p>
      </Page>
    )
  const above = event ? (
    <Link to={`events/${event}`}>{about?.name ?? t('parts.overview')}</Link>
  ) : (
    t('parts.site')
  )
  if (declaration.isSingle)
    return (
      <Page title={typeName(declaration)} above={above}>
        <RecordForm declaration={declaration} event={undefined} id="" zone={undefined} />
      </Page>
    )
  return (
    <Page
      title={typeName(declaration)}
      above={above}
      actions={
        declaration.canCreate && (
          <Link className="button strong" to={`${base}/new`}>
            {t('records.new')}
          </Link>
        )
      }
    >
      <Table declaration={declaration} event={event} base={base} zone={about?.timezone} />
    </Page>
  )
}

interface TableProps {
  declaration: Declaration
  event: string | undefined
  base: string
  zone: string | undefined
}

function Table({ declaration, event, base, zone }: TableProps) {
  const query = useQueryString()
  const [words, sort] = [query.get('q') ?? '', query.get('sort') ?? '']
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['records', declaration.type, event, words, sort],
    queryFn: ({ pageParam }) => pageParam(),
    initialPageParam: () => readPage(declaration, { event, words, sort }),
    getNextPageParam: (last) =>
      last.records.length < last.count
        ? async () => (await last.next()) ?? { records: [], count: 0, next: last.next }
        : undefined,
    placeholderData: (old) => old,
  })
  const records = data?.pages.flatMap((page) => page.records) ?? []
  const count = data?.pages[0]?.count ?? 0
  return (
    <>
      <div className="c-filter">
        <input
          type="search"
          aria-label={t('records.search')}
          placeholder={t('records.search')}
          defaultValue={words}
          onChange={(event) => setQuery({ q: event.currentTarget.value })}
        />
        <p className="quiet" role="status">
          {data && t.count('records.count', count)}
        </p>
      </div>
      {!data && <Waiting error={error} />}
      {data && records.length === 0 && <p className="nothing">{t('records.none')}</p>}
      {records.length > 0 && <Rows {...{ declaration, records, base, zone, sort }} />}
      {hasNextPage && records.length < count && (
        <p>
          <button type="button" data-busy={isFetching || undefined} onClick={() => void fetchNextPage()}>
            {t('records.more')}
          </button>
        </p>
      )}
    </>
  )
}

interface RowsProps {
  declaration: Declaration
  records: AnyRecord[]
  base: string
  zone: string | undefined
  sort: string
}

function Rows({ declaration, records, base, zone, sort }: RowsProps) {
  const label = labelField(declaration)
  const columns = declaration.fields
    .filter(
      ({ name, kind, isRead }) =>
        isRead && SHORT.includes(kind) && name !== label?.name && !HIDDEN.includes(name),
    )
    .slice(0, MOST_COLUMNS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <section className="c-scroll" aria-label={typeName(declaration)} tabIndex={0}>
      <table className="c-table c-list">
        <thead>
          <tr>
            {label && <Column field={label} sort={sort} />}
            {columns.map((field) => (
              <Column key={field.name} field={field} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <th scope="row">
                <Link to={`${base}/${record.id}`}>{labelOf(declaration, record)}</Link>
              </th>
              {columns.map((field) => (
                <td key={field.name}>
                  <Value field={field} value={record[field.name]} zone={zone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Column({ field: { name }, sort }: { field: Field; sort: string }) {
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  const next = order === 'ascending' ? `-${name}` : order === 'descending' ? '' : name
  return (
    <th scope="col" {...(order && { 'aria-sort': order })}>
      <button type="button" className="c-sort" onClick={() => setQuery({ sort: next })}>
        {fieldName(name)}
        {order && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
}
