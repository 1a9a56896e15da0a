import { useState } from 'react'
import { EmailInput } from '../forms/fields.tsx'
import { Done } from '../forms/messages.tsx'
import { ServiceForm } from '../forms/service-form.tsx'
import { client, words } from '../service.ts'

export default function ForgottenPassword() {
  const [email, setEmail] = useState<string>()
  if (email)
    return (
      <Done>
        <p>{words('account.resetSent', { email })}</p>
      </Done>
    )
  return (
    <ServiceForm
      name="forgotten-password"
      submit={words('account.sendReset')}
      onSubmit={async ({ text }) => {
        const body = { data: { email: text('email') } }
        setEmail((await client.call('POST /v1/auth/reset-password', { body })).email)
      }}
    >
      <EmailInput />
    </ServiceForm>
  )
}
