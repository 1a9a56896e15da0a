/** Another address, another password. */
import { useState } from 'react'
import { EmailInput, NewPasswordInput, TextInput } from '../forms/fields.tsx'
import { Done } from '../forms/messages.tsx'
import { type FormValues, ServiceForm } from '../forms/service-form.tsx'
import { type Account, changePassword, client, words } from '../service.ts'

export function Address({ account }: { account: Account }) {
  const [asked, setAsked] = useState<string>()
  const ask = async ({ text }: FormValues) => {
    const email = text('email')
    await client.users.update(account.id, { email, currentPassword: text('currentPassword') })
    setAsked(email)
  }
  return (
    <section aria-labelledby="address">
      <h2 id="address">{words('account.address')}</h2>
      {asked ? (
        <Done>
          <p>{words('account.addressAsked', { email: asked })}</p>
        </Done>
      ) : (
        <ServiceForm
          needsLogIn
          name={`address-${account.id}`}
          submit={words('account.changeAddress')}
          onSubmit={ask}
        >
          <EmailInput label={words('account.newAddress')} />
          <CurrentPassword name="currentPassword" />
        </ServiceForm>
      )}
    </section>
  )
}

export function Password({ account }: { account: Account }) {
  const [isChanged, setChanged] = useState(false)
  const change = async ({ text }: FormValues) => {
    await changePassword(account.email, text('oldPassword'), text('newPassword'))
    setChanged(true)
  }
  return (
    <section aria-labelledby="password">
      <h2 id="password">{words('account.password')}</h2>
      {isChanged ? (
        <Done>
          <p>{words('account.passwordSet')}</p>
        </Done>
      ) : (
        <ServiceForm
          name={`password-${account.id}`}
          submit={words('account.changePassword')}
          onSubmit={change}
        >
          <CurrentPassword name="oldPassword" />
          <NewPasswordInput name="newPassword" label={words('account.newPassword')} />
        </ServiceForm>
      )}
    </section>
  )
}

function CurrentPassword({ name }: { name: string }) {
  return (
    <TextInput
      isRequired
      name={name}
      label={words('account.currentPassword')}
      type="password"
      autoComplete="current-password"
    />
  )
}
