/** What the service says once, when a record is created: tokens, secret addresses. */
import { t } from '../words.ts'
import type { Declaration } from './declaration.ts'
import { type AnyRecord, fieldName } from './records.ts'

const SECRET = ['token', 'secret', 'url']

/** Only of types whose records are made to hold a secret. */
export function secretsOf({ type }: Declaration, record: AnyRecord): Record<string, string> | undefined {
  if (!/token|webhook/.test(type)) return undefined
  const found = SECRET.filter((name) => typeof record[name] === 'string' && record[name] !== '')
  if (found.length === 0) return undefined
  return Object.fromEntries(found.map((name) => [name, String(record[name])]))
}

export function Secrets({ secrets, onDone }: { secrets: Record<string, string>; onDone: () => void }) {
  return (
    <div className="notice" role="status">
      <p>{t('records.once')}</p>
      <dl className="c-facts">
        {Object.entries(secrets).map(([name, value]) => (
          <div key={name}>
            <dt>{fieldName(name)}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <button type="button" onClick={onDone}>
          {t('records.kept')}
        </button>
      </p>
    </div>
  )
}
