/** A copy of what is kept about the person, and the end of the account. */
import { useState } from 'react'
import { Action } from '../forms/action.tsx'
import { clearDrafts } from '../forms/draft.ts'
import { TextInput } from '../forms/fields.tsx'
import { Done } from '../forms/messages.tsx'
import { type FormValues, ServiceForm } from '../forms/service-form.tsx'
import { type Account, client, eraseAccount, link, words } from '../service.ts'

export function PersonalData({ account }: { account: Account }) {
  const [url, setUrl] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const copy = async () => {
    setRunning(true)
    try {
      setUrl(await client.copyPersonalData(account.id))
    } finally {
      setRunning(false)
    }
  }
  return (
    <section aria-labelledby="personal-data">
      <h2 id="personal-data">{words('data.title')}</h2>
      <p>{words('data.intro')}</p>
      {isRunning && <p className="quiet">{words('data.running')}</p>}
      {url ? (
        <Done>
          <p>
            <a href={url}>{words('data.download')}</a>
          </p>
        </Done>
      ) : (
        <Action text={words('data.copy')} onAct={copy} />
      )}
    </section>
  )
}

export function Erasure({ account }: { account: Account }) {
  const [isSure, setSure] = useState(false)
  const erase = async ({ text }: FormValues) => {
    await eraseAccount(account.id, text('currentPassword'))
    clearDrafts()
    location.assign(link('/'))
  }
  return (
    <section aria-labelledby="erasure">
      <h2 id="erasure">{words('erasure.title')}</h2>
      <p>{words('erasure.intro')}</p>
      <ul>
        <li>{words('erasure.account')}</li>
        <li>{words('erasure.speaker')}</li>
        <li>{words('erasure.talks')}</li>
        <li>{words('erasure.events')}</li>
      </ul>
      {isSure ? (
        <ServiceForm
          needsLogIn
          name={`erasure-${account.id}`}
          submit={words('erasure.erase')}
          onSubmit={erase}
        >
          <TextInput
            name="currentPassword"
            label={words('account.currentPassword')}
            hint={words('erasure.passwordHint')}
            type="password"
            autoComplete="current-password"
          />
        </ServiceForm>
      ) : (
        <Action text={words('erasure.start')} onAct={async () => setSure(true)} />
      )}
    </section>
  )
}
