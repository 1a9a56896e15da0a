/** For readers who have to log in before they can go on; both ways lead back to this page. */
import { withNext, words } from '../service.ts'

export function LogInFirst({ text }: { text: string }) {
  return (
    <>
      <p>{text}</p>
      <p className="actions">
        <a className="button strong" href={withNext('/log-in')}>
          {words('account.logIn')}
        </a>
        <a className="button" href={withNext('/sign-up')}>
          {words('account.signUp')}
        </a>
      </p>
    </>
  )
}
