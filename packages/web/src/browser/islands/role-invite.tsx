import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ForInvitee, RefusedInvitation } from '../account/invitee.tsx'
import { Action } from '../forms/action.tsx'
import { messageOf } from '../forms/faults.ts'
import { Alert, Done } from '../forms/messages.tsx'
import { client, link, token, words } from '../service.ts'

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
  const invitation = useQuery({ ...INVITATION, enabled: token !== '', staleTime: Number.POSITIVE_INFINITY })
  const [accepted, setAccepted] = useState<Accepted>()
  if (accepted) return <Joined {...accepted} />
  if (token === '') return <Alert texts={[words('invite.noToken')]} />
  if (invitation.error) return <RefusedInvitation text={messageOf(invitation.error)} />
  if (!invitation.data) return <p className="quiet">{words('form.loading')}</p>
  const { email } = invitation.data
  return (
    <ForInvitee email={email}>
      <p>{words('invite.intro', { email })}</p>
      <Action isStrong text={words('invite.accept')} onAct={async () => setAccepted(await accept())} />
    </ForInvitee>
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
      <p>{words('invite.done', { role: words.or(`role.${role}`, role), event: name })}</p>
      <p>
        <a className="button strong" href={path ?? link('/account')}>
          {words(path ? 'invite.toEvent' : 'account.toAccount')}
        </a>
      </p>
    </Done>
  )
}
