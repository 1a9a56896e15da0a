/** What an event is: about it, when and where, its sponsors, its links, its call for speakers. */
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { type PageContext, type Shown, useAround } from '../context.ts'
import { eventData } from '../parts/event-data.ts'
import { EventFrame, type Framed, readSections } from '../parts/event-frame.tsx'
import { Call, Copyright, Links, Place, Sponsors, Tickets } from '../parts/event-parts.tsx'
import { ownPicture, Picture } from '../parts/picture.tsx'
import { Prose, plainText } from '../parts/prose.tsx'
import { DAY_AND_TIME, When, zoneText } from '../parts/times.tsx'

const INCLUDED = ['sponsors', 'socialLinks', 'eventCopyright', 'speakersCall'] as const
export type WholeEvent = RecordOf<'event', (typeof INCLUDED)[number]>

export async function eventPage({ client, params, site }: PageContext): Promise<Shown> {
  const event = await client.events.get(params.identifier!, { include: INCLUDED })
  const picture = [event.largeImageUrl, event.originalImageUrl].find((url) => ownPicture(site, url))
  return {
    title: event.name,
    description: plainText(event.description),
    image: picture ?? undefined,
    canonical: `/events/${event.identifier}`,
    data: eventData(event, site.publicUrl),
    body: <Event event={event} sections={await readSections(client, event.id)} />,
  }
}

function Event({ event, sections }: { event: WholeEvent; sections: Framed['sections'] }) {
  const { words } = useAround()
  return (
    <EventFrame event={event} sections={sections} current="about">
      <div className="wide">
        <Picture isFirst className="banner" urls={[event.largeImageUrl, event.originalImageUrl]} alt="" />
      </div>
      <div className="wide columns">
        <aside className="side-column" aria-label={words('event.facts')}>
          <Facts event={event} />
          <Tickets event={event} />
        </aside>
        <div className="main-column">
          <section aria-labelledby="about">
            <h2 id="about">{words('event.about')}</h2>
            {event.description?.trim() ? (
              <Prose text={event.description} />
            ) : (
              <p className="quiet">{words('event.noDescription')}</p>
            )}
          </section>
          <Call event={event} />
          <Sponsors sponsors={event.sponsors} />
          <Owner event={event} />
          {event.codeOfConduct && (
            <section aria-labelledby="conduct">
              <h2 id="conduct">{words('event.codeOfConduct')}</h2>
              <Prose text={event.codeOfConduct} />
            </section>
          )}
        </div>
        <div className="side-column more">
          <Links event={event} />
          <Copyright event={event} />
        </div>
      </div>
    </EventFrame>
  )
}

function Facts({ event }: { event: WholeEvent }) {
  const { words } = useAround()
  return (
    <dl className="facts">
      <div>
        <dt>{words('event.when')}</dt>
        <dd>
          <When {...event} options={DAY_AND_TIME} />
          <span className="quiet block">{zoneText(words.locale, event.timezone, event.startsAt)}</span>
        </dd>
      </div>
      <Place event={event} />
    </dl>
  )
}

function Owner({ event }: { event: WholeEvent }) {
  const { words } = useAround()
  if (!event.hasOwnerInfo || !event.ownerName) return null
  return (
    <section aria-labelledby="organizer">
      <h2 id="organizer">{words('event.organizer')}</h2>
      <p>
        <strong>{event.ownerName}</strong>
      </p>
      <Prose text={event.ownerDescription} />
    </section>
  )
}
