/** Pages are the same for everybody, so the browser turns "Log in" into "Account" for those who are logged in. */
import { hasLogIn } from './log-in-cookie.ts'

export function showAccountLink(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-account]')
  if (!link || !hasLogIn()) return
  link.href = link.dataset.account!
  link.textContent = link.dataset.text!
}
