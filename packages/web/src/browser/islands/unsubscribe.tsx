import { useState } from 'react'
import { Action } from '../forms/action.tsx'
import { Alert, Done } from '../forms/messages.tsx'
import { client, token, words } from '../service.ts'

type Step = 'unsubscribe' | 'resubscribe'

/** Opening the link changes nothing: programs that check mails open every link. */
export default function Unsubscribe() {
  const [done, setDone] = useState<{ step: Step; event: string }>()
  if (token === '') return <Alert texts={[words('invite.noToken')]} />
  const next = done?.step === 'unsubscribe' ? 'resubscribe' : 'unsubscribe'
  return (
    <>
      {done && (
        <Done>
          <p>{words(`unsubscribe.${done.step}Done`, { event: done.event })}</p>
        </Done>
      )}
      <Action
        isStrong={!done}
        text={words(`unsubscribe.${next}`)}
        onAct={async () => setDone(await act(next))}
      />
    </>
  )
}

async function act(step: Step): Promise<{ step: Step; event: string }> {
  const { event_name: event } = await client.call(`POST /v1/${step}/{token}`, { path: { token } })
  return { step, event }
}
