import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RefusedError } from '../../../../client/src/plenum-client.ts'
import { Action } from '../forms/action.tsx'
import { Alert, Done } from '../forms/messages.tsx'
import { Resend } from '../forms/resend.tsx'
import { ACCOUNT, client, link, resume, token, words } from '../service.ts'

type State = 'open' | 'done' | 'refused'

/** A press uses the token, not the opening of the page: mail programs open links to look at them. */
export default function Verify() {
  const [state, setState] = useState<State>(token === '' ? 'refused' : 'open')
  const verify = async () => {
    // A change of the address ends all log-ins but the one that confirms it.
    await resume()
    try {
      await client.call('POST /v1/auth/verify-email', { body: { data: { token } } })
      setState('done')
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 400) throw error
      setState('refused')
    }
  }
  if (state === 'done') return <Verified />
  if (state === 'refused')
    return (
      <>
        <Alert texts={[words('account.linkUsed')]} />
        <p>{words('account.resendIntro')}</p>
        <Resend />
      </>
    )
  return (
    <>
      <p>{words('verify.intro')}</p>
      <Action isStrong text={words('verify.confirm')} onAct={verify} />
    </>
  )
}

function Verified() {
  const { data: account } = useQuery(ACCOUNT)
  return (
    <Done>
      <p>{words('verify.done')}</p>
      {account !== undefined && (
        <p>
          <a className="button strong" href={link(account ? '/account' : '/log-in')}>
            {words(account ? 'account.toAccount' : 'account.logIn')}
          </a>
        </p>
      )}
    </Done>
  )
}
