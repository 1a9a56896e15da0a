import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../forms/action.tsx'
import { messageOf } from '../forms/faults.ts'
import { LogInFirst } from '../forms/log-in-first.tsx'
import { Alert, Done } from '../forms/messages.tsx'
import { ServiceForm } from '../forms/service-form.tsx'
import { ProposalInput } from '../proposals/fields.tsx'
import { type Own, readOwn, sendProposal, speakerOf } from '../proposals/own.ts'
import type { Stored } from '../proposals/values.ts'
import { client, link, words } from '../service.ts'

interface ProposeProps {
  event: string
  /** Whether new proposals are accepted. */
  isOpen: boolean
}

const proposal = new URLSearchParams(location.search).get('proposal')

/** With `?proposal=` in the address it changes that one. */
export default function Propose({ event, isOpen }: ProposeProps) {
  const { data: own, error } = useQuery({
    queryKey: ['own', event, proposal],
    queryFn: () => readOwn(event, proposal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [done, setDone] = useState<'sent' | 'saved' | 'confirmed' | 'withdrawn'>()
  if (done) return <Finished text={words(`propose.${done}`)} />
  if (error) return <Alert texts={[messageOf(error)]} />
  if (own === undefined) return <p className="quiet">{words('form.loading')}</p>
  if (!proposal && !isOpen) return <p className="notice">{words('propose.closed')}</p>
  if (own === null) return <LogInFirst text={words('propose.logInFirst')} />
  return (
    <>
      {own.session?.state === 'withdrawn' && <p className="notice">{words('propose.isWithdrawn')}</p>}
      {own.session?.state === 'accepted' && !own.session.isLocked && (
        <Confirm id={own.session.id} onDone={() => setDone('confirmed')} />
      )}
      <ServiceForm
        needsLogIn
        name={`propose-${event}-${proposal ?? 'new'}`}
        submit={words(proposal ? 'propose.save' : 'propose.send')}
        onSubmit={async (values) => {
          await sendProposal(event, values, own)
          setDone(proposal ? 'saved' : 'sent')
        }}
      >
        <Parts own={own} />
      </ServiceForm>
      {own.session && own.session.state !== 'withdrawn' && (
        <Withdraw id={own.session.id} onDone={() => setDone('withdrawn')} />
      )}
    </>
  )
}

function Parts({ own }: { own: Own }) {
  const records = { session: own.session as Stored | undefined, speaker: speakerOf(own) }
  return (['session', 'speaker'] as const).map((part) => (
    <fieldset key={part}>
      <legend>{words(`propose.${part}`)}</legend>
      {own.fields
        .filter((field) => field.part === part)
        .map((field) => (
          <ProposalInput key={field.name} field={field} record={records[part]} />
        ))}
    </fieldset>
  ))
}

function Confirm({ id, onDone }: { id: string; onDone: () => void }) {
  const confirm = async () => {
    await client.sessions.update(id, { state: 'confirmed' })
    onDone()
  }
  return (
    <Done>
      <p>{words('propose.isAccepted')}</p>
      <Action isStrong text={words('propose.confirm')} onAct={confirm} />
    </Done>
  )
}

/** Asks once more: a proposal that is withdrawn cannot be brought back by its author. */
function Withdraw({ id, onDone }: { id: string; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = async () => {
    await client.sessions.update(id, { state: 'withdrawn' })
    onDone()
  }
  if (!isAsking) return <Action text={words('propose.withdraw')} onAct={async () => setAsking(true)} />
  return (
    <Done>
      <p>{words('propose.sure')}</p>
      <Action isStrong text={words('propose.reallyWithdraw')} onAct={withdraw} />
      <Action text={words('propose.keep')} onAct={async () => setAsking(false)} />
    </Done>
  )
}

function Finished({ text }: { text: string }) {
  return (
    <Done>
      <p>{text}</p>
      <p>
        <a className="button strong" href={link('/account')}>
          {words('propose.toOwn')}
        </a>
      </p>
    </Done>
  )
}
