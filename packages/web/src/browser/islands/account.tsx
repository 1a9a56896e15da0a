import { useQuery } from '@tanstack/react-query'
import { Address, Password } from '../account/credentials.tsx'
import { Erasure, PersonalData } from '../account/data.tsx'
import { Notifications } from '../account/notifications.tsx'
import { Profile } from '../account/profile.tsx'
import { Action } from '../forms/action.tsx'
import { clearDrafts } from '../forms/draft.ts'
import { messageOf } from '../forms/faults.ts'
import { Alert } from '../forms/messages.tsx'
import { ResendTo } from '../forms/resend.tsx'
import { OwnProposals } from '../proposals/list.tsx'
import { ACCOUNT, link, logOut, type Account as Owner, withNext, words } from '../service.ts'

export default function Account() {
  const { data: account, error } = useQuery(ACCOUNT)
  // What is shown already stays when a later try fails.
  if (error && !account) return <Alert texts={[messageOf(error)]} />
  if (account === null) location.replace(withNext('/log-in'))
  if (!account) return <p className="quiet">{words('form.loading')}</p>
  const leave = () => {
    clearDrafts()
    return logOut(link('/'))
  }
  return (
    <div className="account-parts">
      <div>
        <div className="account-head">
          <p>{words('account.loggedInAs', { email: account.email })}</p>
          <Action text={words('account.logOut')} onAct={leave} />
        </div>
        {!account.isVerified && <Unconfirmed account={account} />}
      </div>
      <OwnProposals user={account.id} />
      <Notifications user={account.id} />
      <Profile account={account} />
      <Address account={account} />
      <Password account={account} />
      <PersonalData account={account} />
      <Erasure account={account} />
    </div>
  )
}

function Unconfirmed({ account: { email } }: { account: Owner }) {
  return (
    <div className="notice">
      <p>{words('account.unconfirmed', { email })}</p>
      <ResendTo email={email} />
    </div>
  )
}
