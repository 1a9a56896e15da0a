/** Pages around the own account. Their content depends on who is logged in, so the browser fills them in. */
import type { IslandName } from '../browser/islands.tsx'
import { type Page, type PageContext, pathOf } from '../context.ts'
import { Island } from '../parts/island.tsx'
import { nextOf } from '../parts/queries.ts'
import type { Key } from '../texts/catalogue.ts'

/** The address may hold a token, which the server neither reads nor writes into the page. */
function accountPage(
  island: Exclude<IslandName, 'propose'>,
  title: Key,
  intro?: Key,
  More?: (context: PageContext) => React.ReactNode,
): Page {
  // The account has sheets of its own for its parts.
  const isLong = island === 'account'
  return async (context) => ({
    title: context.words(title),
    isPrivate: true,
    hasIslands: true,
    body: (
      <div className={`wide account ${isLong ? 'long' : 'sheet-page'}`}>
        <div className={isLong ? undefined : 'sheet'}>
          <h1>{context.words(title)}</h1>
          {intro && <p className="quiet">{context.words(intro)}</p>}
          <Island name={island} props={{}} />
          {More && <More {...context} />}
          <noscript>
            <p className="notice">{context.words('form.needsScript')}</p>
          </noscript>
        </div>
      </div>
    ),
  })
}

/** A link, so that it works without scripts. The service checks where it leads back to. */
function ProviderLogIn({ site, words, query }: PageContext) {
  const { logInProvider: provider } = site
  if (provider === undefined) return null
  const next = nextOf(query)
  const href = `${pathOf(site, '/v1/auth/oidc')}${next === '' ? '' : `?${new URLSearchParams({ next })}`}`
  return (
    <p>
      <a className="button" href={href}>
        {words('account.logInWith', { provider })}
      </a>
    </p>
  )
}

export const logInPage = accountPage('log-in', 'account.logIn', undefined, ProviderLogIn)
export const signUpPage = accountPage('sign-up', 'account.signUp', 'account.signUpIntro', ProviderLogIn)
export const forgottenPasswordPage = accountPage(
  'forgotten-password',
  'account.forgotten',
  'account.forgottenIntro',
)
export const resetPasswordPage = accountPage('reset-password', 'account.newPassword')
export const verifyPage = accountPage('verify', 'verify.title')
export const roleInvitePage = accountPage('role-invite', 'invite.title')
export const speakerInvitePage = accountPage('speaker-invite', 'speakerInvite.title')
export const unsubscribePage = accountPage('unsubscribe', 'unsubscribe.title', 'unsubscribe.intro')
export const ownAccountPage = accountPage('account', 'account.title')
