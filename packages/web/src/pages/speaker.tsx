/** One speaker and the sessions of that person. */
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { type Page, type PageContext, type Shown, useAround } from '../context.ts'
import { EventFrame, type Framed, readFrame } from '../parts/event-frame.tsx'
import { networkName } from '../parts/networks.ts'
import { Portrait, roleOf } from '../parts/person.tsx'
import { ownPicture } from '../parts/picture.tsx'
import { Prose, plainText } from '../parts/prose.tsx'
import { isWebAddress, SafeLink } from '../parts/safe-link.tsx'
import { LISTED_FIELDS, LISTED_INCLUDE, type ListedSession, SessionList } from '../parts/session-list.tsx'
import { colorStyles } from '../parts/track.tsx'

type WholeSpeaker = RecordOf<'speaker', 'event'>

export async function speakerPage({ client, params, site }: PageContext): Promise<Shown | undefined> {
  const frame = await readFrame(client, params.identifier!)
  const speaker = await client.speakers.get(params.id!, { include: ['event'] })
  if (speaker.event?.id !== frame.event.id) return undefined
  const { records: sessions } = await client.sessions.list({
    event: frame.event.id,
    filter: [{ name: 'speakers', op: 'any', val: { name: 'id', op: 'eq', val: speaker.id } }],
    sort: ['startsAt', 'title'],
    page: { size: 100 },
    include: LISTED_INCLUDE,
    fields: LISTED_FIELDS,
  })
  const url = `${site.publicUrl}/events/${frame.event.identifier}/speakers/${speaker.id}`
  const pictures = [speaker.thumbnailImageUrl, speaker.photoUrl]
  return {
    title: `${speaker.name} · ${frame.event.name}`,
    description: plainText(speaker.shortBiography || speaker.longBiography),
    image: pictures.find((one) => ownPicture(site, one)) ?? undefined,
    canonical: `/events/${frame.event.identifier}/speakers/${speaker.id}`,
    styles: colorStyles(
      site,
      sessions.flatMap(({ track }) => (track ? [{ color: track.color.slice(1) }] : [])),
    ),
    data: { '@type': 'Person', '@id': url, url, name: speaker.name, jobTitle: speaker.position ?? undefined },
    body: <Speaker frame={frame} speaker={speaker} sessions={sessions} />,
  }
}

/** The short way, from an id alone. */
export const shortSpeakerPage: Page = async ({ client, params }) => {
  const { event, id } = await client.speakers.get(params.id!, { include: ['event'] })
  return { location: `/events/${event!.identifier}/speakers/${id}` }
}

interface SpeakerProps {
  frame: Framed
  speaker: WholeSpeaker
  sessions: ListedSession[]
}

function Speaker({ frame, speaker, sessions }: SpeakerProps) {
  const { words } = useAround()
  const { id, name, shortBiography, longBiography } = speaker
  const role = roleOf(speaker)
  const place = [speaker.city, speaker.country].filter(Boolean).join(', ')
  return (
    <EventFrame {...frame}>
      <article className="wide content">
        <header className="person-head">
          <Portrait id={id} name={name} urls={[speaker.thumbnailImageUrl, speaker.photoUrl]} size="large" />
          <div>
            <h1>{name}</h1>
            {role && <p className="subtitle">{role}</p>}
            {place && <p className="quiet">{place}</p>}
            <Links speaker={speaker} />
          </div>
        </header>
        <Prose text={longBiography?.trim() ? longBiography : shortBiography} />
        {sessions.length > 0 && (
          <section aria-labelledby="sessions" className="apart">
            <h2 id="sessions">{words('event.sessions')}</h2>
            <SessionList event={frame.event} sessions={sessions} level={3} />
          </section>
        )}
      </article>
    </EventFrame>
  )
}

const NETWORKS = ['website', 'mastodon', 'github', 'linkedin', 'twitter', 'facebook', 'instagram'] as const

function Links({ speaker }: { speaker: WholeSpeaker }) {
  const { words } = useAround()
  const links = NETWORKS.filter((name) => isWebAddress(speaker[name]))
  if (links.length === 0) return null
  return (
    <ul className="links inline" aria-label={words('event.links')}>
      {links.map((name) => (
        <li key={name}>
          <SafeLink url={speaker[name]}>
            {name === 'website' ? words('event.website') : networkName(name)}
          </SafeLink>
        </li>
      ))}
    </ul>
  )
}
