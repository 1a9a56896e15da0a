import { EmailInput, TextInput } from '../forms/fields.tsx'
import { ServiceForm } from '../forms/service-form.tsx'
import { client, link, nextPath, withNext, words } from '../service.ts'

export default function LogIn() {
  const next = nextPath()
  return (
    <>
      <ServiceForm
        name="log-in"
        submit={words('account.logIn')}
        onSubmit={async ({ text }) => {
          await client.logIn({ email: text('email'), password: text('password') })
          location.assign(next ?? link('/account'))
        }}
      >
        <EmailInput />
        <TextInput
          isRequired
          name="password"
          label={words('account.password')}
          type="password"
          autoComplete="current-password"
        />
      </ServiceForm>
      <ul className="ways">
        <li>
          <a href={link('/forgotten-password')}>{words('account.forgotten')}</a>
        </li>
        <li>
          <a href={next ? withNext('/sign-up', next) : link('/sign-up')}>{words('account.toSignUp')}</a>
        </li>
      </ul>
    </>
  )
}
