/** The own profile, with a picture. */
import { useState } from 'react'
import { TextInput } from '../forms/fields.tsx'
import { Done } from '../forms/messages.tsx'
import { type FormValues, ServiceForm } from '../forms/service-form.tsx'
import { UploadInput } from '../forms/upload.tsx'
import { type Account, client, words } from '../service.ts'

const NAMES = ['firstName', 'lastName', 'publicName', 'avatarUrl'] as const

export function Profile({ account }: { account: Account }) {
  const [saved, setSaved] = useState(0)
  const save = async ({ text }: FormValues) => {
    await client.users.update(
      account.id,
      Object.fromEntries(NAMES.map((name) => [name, text(name).trim() || null])),
    )
    setSaved(saved + 1)
  }
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{words('account.profile')}</h2>
      {saved > 0 && (
        <Done key={saved}>
          <p>{words('account.saved')}</p>
        </Done>
      )}
      <ServiceForm
        needsLogIn
        name={`profile-${account.id}`}
        submit={words('account.saveProfile')}
        onSubmit={save}
      >
        <TextInput
          name="firstName"
          label={words('account.firstName')}
          autoComplete="given-name"
          stored={account.firstName}
        />
        <TextInput
          name="lastName"
          label={words('account.lastName')}
          autoComplete="family-name"
          stored={account.lastName}
        />
        <TextInput
          name="publicName"
          label={words('account.publicName')}
          hint={words('account.publicNameHint')}
          stored={account.publicName}
        />
        <UploadInput isImage name="avatarUrl" label={words('account.picture')} stored={account.avatarUrl} />
      </ServiceForm>
    </section>
  )
}
