/** The form with which speakers propose a session, and change what they have proposed. */
import { type PageContext, type Shown, useAround } from '../context.ts'
import { EventFrame, readSections } from '../parts/event-frame.tsx'
import { Island } from '../parts/island.tsx'
import { momentText } from '../parts/times.tsx'

export async function proposePage({ client, params, words, now }: PageContext): Promise<Shown> {
  const event = await client.events.get(params.identifier!, { include: ['speakersCall'] })
  const call = event.speakersCall
  const isOpen = call != null && new Date(call.startsAt) <= now && now < new Date(call.endsAt)
  const until = isOpen ? momentText(words.locale, call.endsAt, event.timezone) : undefined
  return {
    title: `${words('event.propose')} · ${event.name}`,
    canonical: `/events/${event.identifier}/propose`,
    hasIslands: true,
    body: (
      <EventFrame event={event} sections={await readSections(client, event.id)}>
        <Proposal event={event.id} until={until} />
      </EventFrame>
    ),
  }
}

function Proposal({ event, until }: { event: string; until?: string | undefined }) {
  const { words } = useAround()
  return (
    <div className={until ? 'wide account long' : 'wide account'}>
      <h1>{words('event.propose')}</h1>
      {until && <p>{words('event.callOpen', { time: until })}</p>}
      <Island name="propose" props={{ event, isOpen: until !== undefined }} />
      <noscript>
        <p className="notice">{words('form.needsScript')}</p>
      </noscript>
    </div>
  )
}
