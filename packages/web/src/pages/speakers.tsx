/** Everyone who speaks at an event. */
import type { RecordOf } from '../../../client/src/plenum-client.ts'
import { type PageContext, type Shown, useAround, useLink } from '../context.ts'
import { EventFrame, type Framed, readFrame } from '../parts/event-frame.tsx'
import { listQuery, PageLinks } from '../parts/page-links.tsx'
import { PERSON_FIELDS, Person } from '../parts/person.tsx'
import { pageOf } from '../parts/queries.ts'

const SIZE = 120
type Listed = RecordOf<'speaker', never, { speaker: typeof PERSON_FIELDS }>

export async function speakersPage({ client, params, query, words }: PageContext): Promise<Shown> {
  const frame = await readFrame(client, params.identifier!)
  const page = pageOf(query)
  const { records, count } = await client.speakers.list({
    event: frame.event.id,
    sort: ['-isFeatured', 'order', 'name'],
    page: { number: page, size: SIZE },
    fields: { speaker: PERSON_FIELDS },
  })
  return {
    title: `${words('event.speakers')} · ${frame.event.name}`,
    canonical: `/events/${frame.event.identifier}/speakers`,
    body: <Speakers frame={frame} speakers={records} last={Math.ceil(count / SIZE)} page={page} />,
  }
}

interface SpeakersProps {
  frame: Framed
  speakers: Listed[]
  last: number
  page: number
}

function Speakers({ frame, speakers, last, page }: SpeakersProps) {
  const { words } = useAround()
  const link = useLink()
  const path = link(`/events/${frame.event.identifier}/speakers`)
  return (
    <EventFrame {...frame} current="speakers">
      <div className="wide content">
        <h1>{words('event.speakers')}</h1>
        {speakers.length === 0 && <p className="nothing">{words('speakers.none')}</p>}
        <ul className="people">
          {speakers.map((speaker) => (
            <li key={speaker.id}>
              <Person speaker={speaker} link={`${path}/${speaker.id}`} heading={(name) => <h2>{name}</h2>} />
            </li>
          ))}
        </ul>
        <PageLinks page={page} last={last} to={(number) => path + listQuery({}, number)} />
      </div>
    </EventFrame>
  )
}
