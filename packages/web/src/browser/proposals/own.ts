/** What the reader has proposed to an event. */
import type { CreateOf, RecordOf } from '../../../../client/src/plenum-client.ts'
import { inPart } from '../forms/faults.ts'
import type { FormValues } from '../forms/service-form.tsx'
import { type Account, client, readAccount } from '../service.ts'
import { type ProposalField, readProposalForm } from './form.ts'
import { changesOf, type Stored } from './values.ts'

export interface Own {
  account: Account
  fields: ProposalField[]
  speaker: RecordOf<'speaker'> | undefined
  session: RecordOf<'session', 'track' | 'sessionType'> | undefined
}

/** Null when nobody is logged in. */
export async function readOwn(event: string, proposal: string | null): Promise<Own | null> {
  const account = await readAccount()
  if (!account) return null
  const session = proposal
    ? await client.sessions.get(proposal, { include: ['track', 'sessionType'] })
    : undefined
  const [fields, speakers] = await Promise.all([
    readProposalForm(event),
    client.users.related(account.id, 'speakers', { include: ['event'], page: { size: 100 } }),
  ])
  return { account, fields, session, speaker: speakers.records.find((one) => one.event?.id === event) }
}

/** What the form shows about a speaker who has proposed nothing yet. */
export function speakerOf({ account, speaker }: Own): Stored {
  const { firstName, lastName, publicName, email } = account
  return speaker ?? { name: publicName ?? [firstName, lastName].filter(Boolean).join(' '), email }
}

/** Who has a record as a speaker at the event keeps it, also when the second half of an earlier try failed. */
export async function sendProposal(event: string, values: FormValues, own: Own): Promise<string> {
  const part = (name: 'session' | 'speaker') => own.fields.filter((field) => field.part === name)
  const { speaker, session } = await readOwn(event, own.session?.id ?? null).then((now) => now ?? own)
  const speakerFields = changesOf(part('speaker'), values, speaker)
  const sessionFields = changesOf(part('session'), values, session)
  const { id } = await inPart('speaker', () =>
    speaker
      ? client.speakers.update(speaker.id, speakerFields)
      : client.speakers.create({ name: '', event, ...speakerFields } as CreateOf<'speaker'>),
  )
  const saved = await inPart('session', () =>
    session
      ? client.sessions.update(session.id, sessionFields)
      : client.sessions.create({
          title: '',
          event,
          speakers: [id],
          state: 'pending',
          ...sessionFields,
        } as CreateOf<'session'>),
  )
  return saved.id
}
