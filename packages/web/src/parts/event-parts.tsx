/** Parts of the page of an event. */
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { useAround, useLink } from '../context.ts'
import type { WholeEvent } from '../pages/event.tsx'
import { networkName } from './networks.ts'
import { Picture } from './picture.tsx'
import { PlainProse, Prose } from './prose.tsx'
import { isWebAddress, SafeLink } from './safe-link.tsx'
import { momentText } from './times.tsx'

export function Place({ event }: { event: WholeEvent }) {
  const { words } = useAround()
  const { locationName: place, online, latitude, longitude } = event
  if (!place && !online) return null
  const text = place && online ? words('event.onlineAnd', { place }) : place || words('event.online')
  const hasMap = event.isMapShown && latitude !== null && longitude !== null
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return (
    <div>
      <dt>{words('event.where')}</dt>
      <dd>
        {text}
        {hasMap && (
          <span className="block">
            <SafeLink url={map}>{words('event.map')}</SafeLink>
          </span>
        )}
      </dd>
    </div>
  )
}

export function Call({ event }: { event: WholeEvent }) {
  const { words, now } = useAround()
  const link = useLink()
  const call = event.speakersCall
  if (call?.privacy !== 'public') return null
  const [startsAt, endsAt] = [new Date(call.startsAt), new Date(call.endsAt)]
  const state = now < startsAt ? 'callSoon' : now < endsAt ? 'callOpen' : 'callOver'
  const time = momentText(words.locale, state === 'callSoon' ? call.startsAt : call.endsAt, event.timezone)
  return (
    <section aria-labelledby="call" className="panel">
      <h2 id="call">{words('event.call')}</h2>
      <p className="overline">{words(`event.${state}`, { time })}</p>
      {state !== 'callOver' && <PlainProse text={call.announcement} />}
      {state === 'callOpen' && (
        <p>
          <a className="button strong" href={link(`/events/${event.identifier}/propose`)}>
            {words('event.propose')}
          </a>
        </p>
      )}
    </section>
  )
}

export function Sponsors({ sponsors }: { sponsors: RecordOf<'sponsor'>[] }) {
  const { words } = useAround()
  if (sponsors.length === 0) return null
  const ordered = sponsors.toSorted((one, other) => (one.level ?? 1e9) - (other.level ?? 1e9))
  const groups = Map.groupBy(ordered, ({ type }) => type ?? '')
  return (
    <section aria-labelledby="sponsors">
      <h2 id="sponsors">{words('event.sponsors')}</h2>
      {[...groups].map(([type, members]) => (
        <div key={type}>
          {type !== '' && groups.size > 1 && <h3 className="level">{type}</h3>}
          <ul className="sponsors">
            {members.map((sponsor) => (
              <li key={sponsor.id}>
                <Picture urls={[sponsor.logoUrl]} alt="" />
                <p className="sponsor-name">
                  <SafeLink url={sponsor.url}>{sponsor.name}</SafeLink>
                </p>
                <Prose text={sponsor.description} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

export function Tickets({ event }: { event: WholeEvent }) {
  const { words } = useAround()
  if (!isWebAddress(event.ticketUrl)) return null
  return (
    <p>
      <SafeLink className="button strong" url={event.ticketUrl}>
        {words('event.getTickets')}
      </SafeLink>
    </p>
  )
}

export function Links({ event }: { event: WholeEvent }) {
  const { words } = useAround()
  const links = [
    { name: words('event.website'), link: event.externalEventUrl },
    { name: words('event.stream'), link: event.publicStreamLink },
    ...event.socialLinks,
  ].filter(({ link }) => isWebAddress(link))
  if (links.length === 0) return null
  return (
    <section aria-labelledby="links">
      <h2 id="links">{words('event.links')}</h2>
      <ul className="links">
        {links.map(({ name, link }) => (
          <li key={`${name} ${link}`}>
            <SafeLink url={link}>{networkName(name)}</SafeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Copyright({ event }: { event: WholeEvent }) {
  const { words } = useAround()
  const copyright = event.eventCopyright
  if (!copyright) return null
  const { holder, holderUrl, licence, licenceUrl, year } = copyright
  return (
    <section aria-labelledby="licence">
      <h2 id="licence">{words('event.licence')}</h2>
      {holder && (
        <p>
          © {year} <SafeLink url={holderUrl}>{holder}</SafeLink>
        </p>
      )}
      <p>
        <SafeLink url={licenceUrl}>{licence}</SafeLink>
      </p>
    </section>
  )
}
