/** What stands before accepting an invitation: the reader must be logged in with the invited address, and it confirmed. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Action } from '../forms/action.tsx'
import { keepDraft } from '../forms/draft.ts'
import { messageOf } from '../forms/faults.ts'
import { LogInFirst } from '../forms/log-in-first.tsx'
import { Alert } from '../forms/messages.tsx'
import { ResendTo } from '../forms/resend.tsx'
import { ACCOUNT, logOut, withNext, words } from '../service.ts'

/** Shows `children` to the invited user, and to everyone else what to do first. */
export function ForInvitee({ email, children }: { email: string; children: ReactNode }) {
  const { data: user, error } = useQuery(ACCOUNT)
  if (error) return <RefusedInvitation text={messageOf(error)} />
  if (user === undefined) return <p className="quiet">{words('form.loading')}</p>
  if (user === null) {
    // The forms start with the invited address.
    for (const form of ['log-in', 'sign-up']) keepDraft(form, { email })
    return <LogInFirst text={words('invite.logInFirst', { email })} />
  }
  if (user.email.toLowerCase() !== email.toLowerCase()) return <OtherAccount email={email} own={user.email} />
  return user.isVerified ? children : <Unverified email={email} />
}

export function RefusedInvitation({ text }: { text: string }) {
  return (
    <>
      <Alert texts={[text]} />
      <p>{words('invite.askAgain')}</p>
    </>
  )
}

function OtherAccount({ email, own }: { email: string; own: string }) {
  return (
    <>
      <p>{words('invite.otherAccount', { email, own })}</p>
      <Action
        isStrong
        text={words('invite.switch')}
        onAct={() => {
          keepDraft('log-in', { email })
          return logOut(withNext('/log-in'))
        }}
      />
    </>
  )
}

function Unverified({ email }: { email: string }) {
  return (
    <>
      <p>{words('invite.unverified', { email })}</p>
      <ResendTo email={email} />
    </>
  )
}
