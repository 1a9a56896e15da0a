/** Sends the mail that confirms an address once more. */
import { useState } from 'react'
import { client, words } from '../service.ts'
import { Action } from './action.tsx'
import { EmailInput } from './fields.tsx'
import { Done } from './messages.tsx'
import { ServiceForm } from './service-form.tsx'

function resend(email: string): Promise<unknown> {
  return client.call('POST /v1/auth/resend-verification-email', { body: { data: { email } } })
}

/** To an address that is known. */
export function ResendTo({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  if (isSent) return <Sent email={email} />
  return <Action text={words('account.resend')} onAct={() => resend(email).then(() => setSent(true))} />
}

/** To an address that has to be typed. */
export function Resend() {
  const [email, setEmail] = useState<string>()
  if (email) return <Sent email={email} />
  return (
    <ServiceForm
      name="resend"
      submit={words('account.resend')}
      onSubmit={({ text }) => resend(text('email')).then(() => setEmail(text('email')))}
    >
      <EmailInput />
    </ServiceForm>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <Done>
      <p>{words('account.confirmationSent', { email })}</p>
    </Done>
  )
}
