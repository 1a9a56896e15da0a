import { useState } from 'react'
import { NotFoundError } from '../../../../client/src/plenum-client.ts'
import { NewPasswordInput } from '../forms/fields.tsx'
import { Alert, Done } from '../forms/messages.tsx'
import { ServiceForm } from '../forms/service-form.tsx'
import { client, link, token, words } from '../service.ts'

type State = 'open' | 'done' | 'refused'

export default function ResetPassword() {
  const [state, setState] = useState<State>(token === '' ? 'refused' : 'open')
  if (state === 'done') return <Changed />
  if (state === 'refused') return <Refused />
  return (
    <ServiceForm
      name="reset-password"
      submit={words('account.setPassword')}
      onSubmit={async ({ text }) => {
        const body = { data: { token, password: text('password') } }
        try {
          await client.call('PATCH /v1/auth/reset-password', { body })
          setState('done')
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error
          setState('refused')
        }
      }}
    >
      <NewPasswordInput label={words('account.newPassword')} />
    </ServiceForm>
  )
}

function Changed() {
  return (
    <Done>
      <p>{words('account.passwordSet')}</p>
      <p>
        <a className="button strong" href={link('/log-in')}>
          {words('account.logIn')}
        </a>
      </p>
    </Done>
  )
}

function Refused() {
  return (
    <>
      <Alert texts={[words('account.linkUsed')]} />
      <p>
        <a className="button" href={link('/forgotten-password')}>
          {words('account.sendReset')}
        </a>
      </p>
    </>
  )
}
