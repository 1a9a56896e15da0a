/** An event from an archive: dropped, sent and followed to its end. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Drop } from '../parts/drop.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { TaskProgress } from '../parts/task.tsx'
import { Link, setQuery, useQueryString } from '../router.tsx'
import { t } from '../words.ts'
import { Sending, useSending } from './sending.tsx'

interface Result {
  id: string
  event_name: string
  url: string
  warnings: string[]
  id_map: Record<string, Record<string, string>>
}

export default function ImportArchive() {
  const task = useQueryString().get('task')
  const sending = useSending('POST /v1/events/import/{source}')
  const [result, setResult] = useState<Result>()
  const queries = useQueryClient()
  const done = (value: Result) => {
    setResult(value)
    void queries.invalidateQueries({ queryKey: ['own-events'] })
  }
  return (
    <Page title={t('import.title')} above={<Link to="">{t('nav.events')}</Link>}>
      <div className="c-narrow">
        {!task && !sending.file && (
          <Drop
            label={t('import.drop')}
            hint={t('import.hint')}
            accept=".zip,application/zip"
            onFile={(file) => void sending.send(file, {}, (url) => setQuery({ task: url }))}
          />
        )}
        {!task && <Sending {...sending} />}
        {task && !result && <TaskProgress url={task} onDone={done} />}
        {result && <Imported result={result} />}
      </div>
    </Page>
  )
}

function Imported({ result: { id, event_name: name, warnings, id_map: ids } }: { result: Result }) {
  const counts = Object.entries(ids).map(([file, records]) => ({ file, count: Object.keys(records).length }))
  return (
    <>
      <div className="notice" role="status">
        <p>{t('import.done', { name })}</p>
        <p>
          <Link className="button strong" to={`events/${id}`}>
            {t('import.open')}
          </Link>
        </p>
      </div>
      <Warnings warnings={warnings} />
      <Panel title={t('import.records')}>
        <table className="c-table">
          <tbody>
            {counts.map(({ file, count }) => (
              <tr key={file}>
                <th scope="row">{file}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <details>
          <summary>{t('import.ids')}</summary>
          <pre className="c-code">{JSON.stringify(ids, null, 2)}</pre>
        </details>
      </Panel>
    </>
  )
}

export function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <Panel title={t.count('import.warnings', warnings.length)}>
      <ul className="c-warnings">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Panel>
  )
}
