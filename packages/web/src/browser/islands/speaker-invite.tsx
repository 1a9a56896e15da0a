import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ForInvitee, RefusedInvitation } from '../account/invitee.tsx'
import { Action } from '../forms/action.tsx'
import { messageOf } from '../forms/faults.ts'
import { Alert, Done } from '../forms/messages.tsx'
import { client, link, token, words } from '../service.ts'

const body = { data: { token } }
const INVITATION = {
  queryKey: ['speaker invitation', token],
  queryFn: () => client.call('POST /v1/speaker-invites/user', { body }),
} as const

/** Nobody needs an account to reject it. */
export default function SpeakerInvite() {
  const { data, error } = useQuery({
    ...INVITATION,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [done, setDone] = useState<'accepted' | 'rejected'>()
  if (token === '') return <Alert texts={[words('invite.noToken')]} />
  if (error) return <RefusedInvitation text={messageOf(error)} />
  if (!data) return <p className="quiet">{words('form.loading')}</p>
  const about = { session: data.session_title, event: data.event_name }
  if (done)
    return (
      <Done>
        <p>{words(`speakerInvite.${done}`, about)}</p>
        {done === 'accepted' && (
          <p>
            <a className="button strong" href={link('/account')}>
              {words('account.toAccount')}
            </a>
          </p>
        )}
      </Done>
    )
  return (
    <>
      <p>{words('speakerInvite.intro', about)}</p>
      <ForInvitee email={data.email}>
        <Action
          isStrong
          text={words('invite.accept')}
          onAct={async () => {
            await client.call('POST /v1/speaker-invites/accept-invite', { body })
            setDone('accepted')
          }}
        />
      </ForInvitee>
      <Action
        text={words('speakerInvite.reject')}
        onAct={async () => {
          await client.call('POST /v1/speaker-invites/reject-invite', { body })
          setDone('rejected')
        }}
      />
    </>
  )
}
