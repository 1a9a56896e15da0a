import { EmailInput, NewPasswordInput, TextInput } from '../forms/fields.tsx'
import { type FormValues, ServiceForm } from '../forms/service-form.tsx'
import { client, link, nextPath, withNext, words } from '../service.ts'

/** An empty name is none. */
const orNull = (text: string) => text.trim() || null

async function signUp({ text }: FormValues): Promise<void> {
  await client.signUp({
    email: text('email'),
    password: text('password'),
    firstName: orNull(text('firstName')),
    lastName: orNull(text('lastName')),
  })
  location.assign(nextPath() ?? link('/account'))
}

export default function SignUp() {
  const next = nextPath()
  return (
    <>
      <ServiceForm name="sign-up" submit={words('account.signUp')} onSubmit={signUp}>
        <EmailInput />
        <NewPasswordInput />
        <TextInput name="firstName" label={words('account.firstName')} autoComplete="given-name" />
        <TextInput name="lastName" label={words('account.lastName')} autoComplete="family-name" />
      </ServiceForm>
      <ul className="ways">
        <li>
          <a href={next ? withNext('/log-in', next) : link('/log-in')}>{words('account.toLogIn')}</a>
        </li>
      </ul>
    </>
  )
}
