/** Decides on the chosen proposals in one transaction, after showing the mail that would go out. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../browser/forms/action.tsx'
import { client } from '../../browser/service.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words.ts'
import type { SessionState } from './read.ts'

export type OnDecide = (ids: string[], state: SessionState, sendEmail: boolean) => Promise<void>

const DECISIONS = ['accepted', 'confirmed', 'rejected', 'pending'] as const

export function Decide({ ids, onDecide }: { ids: string[]; onDecide: OnDecide }) {
  const [state, setState] = useState<SessionState>()
  return (
    <fieldset className="p-decide" aria-label={t.count('proposals.chosen', ids.length)}>
      {ids.length > 1 && <p>{t.count('proposals.chosen', ids.length)}</p>}
      {DECISIONS.map((one) => (
        <button key={one} type="button" onClick={() => setState(one)}>
          {t(`decide.${one}`)}
        </button>
      ))}
      {state && <Sure ids={ids} state={state} onDecide={onDecide} onClose={() => setState(undefined)} />}
    </fieldset>
  )
}

interface SureProps {
  ids: string[]
  state: SessionState
  onDecide: OnDecide
  onClose: () => void
}

function Sure({ ids, state, onDecide, onClose }: SureProps) {
  const [sendsMail, setSendsMail] = useState(false)
  const { data: mails = {} } = useQuery({
    queryKey: ['session-mails'],
    queryFn: () => client.call('GET /v1/sessions/mails'),
    staleTime: 300_000,
  })
  const mail = mails[state]
  return (
    <Dialog title={t('decide.title', { state: t(`state.${state}`) })} onClose={onClose}>
      <p>{t.count('decide.about', ids.length)}</p>
      {mail && (
        <>
          <label className="p-mail">
            <input
              type="checkbox"
              checked={sendsMail}
              onChange={(event) => setSendsMail(event.currentTarget.checked)}
            />{' '}
            {t('decide.mails')}
          </label>
          <details>
            <summary>{t('decide.preview')}</summary>
            <p>
              <strong>{mail.subject}</strong>
            </p>
            <pre className="c-code">{mail.message}</pre>
          </details>
        </>
      )}
      <Action
        isStrong
        text={t('decide.now')}
        onAct={async () => {
          await onDecide(ids, state, sendsMail)
          onClose()
        }}
      />
    </Dialog>
  )
}
