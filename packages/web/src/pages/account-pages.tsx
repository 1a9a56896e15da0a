/** Pages around the own account. Their content depends on who is logged in, so the browser fills them in. */
import type { IslandName } from '../browser/islands.tsx'
import type { Page } from '../context.ts'
import { Island } from '../parts/island.tsx'
import type { Key } from '../texts/catalogue.ts'

/** The address may hold a token, which the server neither reads nor writes into the page. */
function accountPage(island: Exclude<IslandName, 'propose'>, title: Key, intro?: Key): Page {
  return async ({ words }) => ({
    title: words(title),
    isPrivate: true,
    hasIslands: true,
    body: (
      <div className="wide account">
        <h1>{words(title)}</h1>
        {intro && <p>{words(intro)}</p>}
        <Island name={island} props={{}} />
        <noscript>
          <p className="notice">{words('form.needsScript')}</p>
        </noscript>
      </div>
    ),
  })
}

export const logInPage = accountPage('log-in', 'account.logIn')
export const signUpPage = accountPage('sign-up', 'account.signUp', 'account.signUpIntro')
export const forgottenPasswordPage = accountPage(
  'forgotten-password',
  'account.forgotten',
  'account.forgottenIntro',
)
export const resetPasswordPage = accountPage('reset-password', 'account.newPassword')
export const verifyPage = accountPage('verify', 'verify.title')
export const roleInvitePage = accountPage('role-invite', 'invite.title')
export const ownAccountPage = accountPage('account', 'account.title')
