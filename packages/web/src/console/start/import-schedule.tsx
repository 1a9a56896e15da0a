/** A schedule of another system: looked at first by a dry run, then written. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Drop } from '../parts/drop.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { TaskProgress } from '../parts/task.tsx'
import { Link } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { t, textOf } from '../words.ts'
import { Warnings } from './import-archive.tsx'
import { Sending, useSending } from './sending.tsx'

type Counts = Record<string, number>

interface Result {
  id: string | null
  event_name: string
  created: Counts
  updated: Counts
  unchanged: Counts
  warnings: string[]
}

interface Run {
  url: string
  isDry: boolean
}

export default function ImportSchedule({ params }: { params: Partial<PageParams> }) {
  const { event } = params
  const sending = useSending('POST /v1/schedule-imports')
  const [chosen, setChosen] = useState<File>()
  const [run, setRun] = useState<Run>()
  const [result, setResult] = useState<Result>()
  const queries = useQueryClient()
  const start = (file: File, isDry: boolean) => {
    setChosen(file)
    setResult(undefined)
    setRun(undefined)
    const fields = { ...(event && { event }), ...(isDry && { 'dry-run': 'true' }) }
    return sending.send(file, fields, (url) => setRun({ url, isDry }))
  }
  const done = (value: Result) => {
    setResult(value)
    if (!run?.isDry) void queries.invalidateQueries()
  }
  const above = event ? (
    <Link to={`events/${event}`}>{t('parts.overview')}</Link>
  ) : (
    <Link to="">{t('nav.events')}</Link>
  )
  return (
    <Page title={event ? t('scheduleImport.titleOf') : t('scheduleImport.title')} above={above}>
      <div className="c-narrow">
        {(!chosen || sending.fault) && (
          <Drop
            label={t('scheduleImport.drop')}
            hint={t('scheduleImport.hint')}
            accept=".xml,.json,.csv,text/csv,application/json,text/xml"
            onFile={(file) => void start(file, true)}
          />
        )}
        {!run && <Sending {...sending} />}
        {run && !result && <TaskProgress key={run.url} url={run.url} onDone={done} />}
        {run && result && (
          <Outcome result={result} isDry={run.isDry} onWrite={() => void start(chosen!, false)} />
        )}
      </div>
    </Page>
  )
}

interface OutcomeProps {
  result: Result
  isDry: boolean
  onWrite: () => void
}

function Outcome({ result, isDry, onWrite }: OutcomeProps) {
  const { event_name: name, id } = result
  return (
    <>
      <div className="notice" role="status">
        <p>{t(isDry ? 'scheduleImport.dryDone' : 'scheduleImport.done', { name })}</p>
        <p>
          {isDry ? (
            <button type="button" className="button strong" onClick={onWrite}>
              {t('scheduleImport.write')}
            </button>
          ) : (
            <Link className="button strong" to={`events/${id}`}>
              {t('import.open')}
            </Link>
          )}
        </p>
      </div>
      <CountTable {...result} />
      <Warnings warnings={result.warnings} />
    </>
  )
}

function CountTable({ created, updated, unchanged }: Pick<Result, 'created' | 'updated' | 'unchanged'>) {
  const columns = { created, updated, unchanged }
  return (
    <Panel title={t('scheduleImport.counts')}>
      <table className="c-table">
        <thead>
          <tr>
            <td />
            {Object.keys(columns).map((name) => (
              <th key={name} scope="col">
                {textOf(`scheduleImport.${name}`, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.keys(created).map((kind) => (
            <tr key={kind}>
              <th scope="row">{textOf(`scheduleImport.${kind}`, kind)}</th>
              {Object.entries(columns).map(([name, counts]) => (
                <td key={name}>{counts[kind] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
