import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../forms/action.tsx'
import { keepDraft } from '../forms/draft.ts'
import { messageOf } from '../forms/faults.ts'
import { Alert, Done } from '../forms/messages.tsx'
import { ResendTo } from '../forms/resend.tsx'
import { ACCOUNT, client, link, logOut, token, withNext, words } from '../service.ts'

const INVITATION = {
  queryKey: ['invitation', token],
  queryFn: () => client.call('POST /v1/role-invites/user', { body: { data: { token } } }),
} as const

interface Accepted {
  role: string
  /** Its name and address, unless only its team sees it. */
  event: { name: string; path: string | undefined }
}

export default function RoleInvite() {
  const account = useQuery(ACCOUNT)
  const invitation = useQuery({ ...INVITATION, enabled: token !== '', staleTime: Number.POSITIVE_INFINITY })
  const [accepted, setAccepted] = useState<Accepted>()
  if (accepted) return <Joined {...accepted} />
  if (token === '') return <Alert texts={[words('invite.noToken')]} />
  const error = invitation.error ?? account.error
  if (error) return <Refused text={messageOf(error)} />
  if (!invitation.data || account.data === undefined) return <p className="quiet">{words('form.loading')}</p>
  const { email } = invitation.data
  const { data: user } = account
  if (!user) return <LogInFirst email={email} />
  if (user.email.toLowerCase() !== email.toLowerCase()) return <OtherAccount email={email} own={user.email} />
  if (!user.isVerified) return <Unverified email={email} />
  return (
    <>
      <p>{words('invite.intro', { email })}</p>
      <Action isStrong text={words('invite.accept')} onAct={async () => setAccepted(await accept())} />
    </>
  )
}

async function accept(): Promise<Accepted> {
  const { role, event_identifier: identifier } = await client.call('POST /v1/role-invites/accept-invite', {
    body: { data: { token } },
  })
  const { name, state } = await client.events.get(identifier, { fields: { event: ['name', 'state'] } })
  return { role, event: { name, path: state === 'published' ? link(`/events/${identifier}`) : undefined } }
}

function Joined({ role, event: { name, path } }: Accepted) {
  return (
    <Done>
      <p>{words('invite.done', { role: role.replaceAll('_', ' '), event: name })}</p>
      <p>
        <a className="button strong" href={path ?? link('/account')}>
          {words(path ? 'invite.toEvent' : 'account.toAccount')}
        </a>
      </p>
    </Done>
  )
}

function Refused({ text }: { text: string }) {
  return (
    <>
      <Alert texts={[text]} />
      <p>{words('invite.askAgain')}</p>
    </>
  )
}

/** The forms start with the invited address. */
function LogInFirst({ email }: { email: string }) {
  for (const form of ['log-in', 'sign-up']) keepDraft(form, { email })
  return (
    <>
      <p>{words('invite.logInFirst', { email })}</p>
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
