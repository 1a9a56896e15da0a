/** One proposal beside the table. */
import { useQuery } from '@tanstack/react-query'
import { Waiting } from '../parts/page.tsx'
import { State } from '../parts/state.tsx'
import { fieldName } from '../records/records.ts'
import { Link } from '../router.tsx'
import { showMoment } from '../times.ts'
import { t } from '../words.ts'
import { Decide, type OnDecide } from './decide.tsx'
import { readProposal, type WholeProposal } from './read.ts'
import { Review } from './review.tsx'

interface DetailProps {
  event: string
  id: string
  zone: string | undefined
  /** The one after it in the table. */
  next: string | undefined
  onDecide: OnDecide
  onOpen: (id: string) => void
}

export function Detail({ event, id, zone, next, onDecide, onOpen }: DetailProps) {
  const { data, error } = useQuery({ queryKey: ['proposal', id], queryFn: () => readProposal(id) })
  return (
    <aside className="c-panel p-detail" aria-label={data?.title ?? t('console.loading')}>
      {data ? <Content event={event} proposal={data} zone={zone} /> : <Waiting error={error} />}
      {data?.state === 'pending' && (
        <Review event={event} session={id} onSaved={() => next && onOpen(next)} />
      )}
      <Decide ids={[id]} onDecide={onDecide} />
      <p className="c-actions">
        {next && (
          <button type="button" onClick={() => onOpen(next)}>
            {t('proposals.next')}
          </button>
        )}
        <button type="button" onClick={() => onOpen('')}>
          {t('dialog.close')}
        </button>
      </p>
    </aside>
  )
}

function Content({
  event,
  proposal,
  zone,
}: {
  event: string
  proposal: WholeProposal
  zone: string | undefined
}) {
  const {
    id,
    title,
    subtitle,
    state,
    speakers,
    track,
    sessionType,
    submittedAt,
    shortAbstract,
    longAbstract,
    comments,
    level,
    language,
    complexFieldValues,
  } = proposal
  const facts = { level, language, track: track?.name, sessionType: sessionType?.name, ...complexFieldValues }
  return (
    <>
      <h2>{title}</h2>
      {subtitle && <p>{subtitle}</p>}
      <p className="s-about">
        <State state={state} />
        {submittedAt && <span className="quiet">{showMoment(submittedAt, zone)}</span>}
        <Link to={`events/${event}/sessions/${id}`}>{t('schedule.edit')}</Link>
      </p>
      {speakers.map((speaker) => (
        <p key={speaker.id}>
          <Link to={`events/${event}/speakers/${speaker.id}`}>{speaker.name}</Link>
          {speaker.organisation && `, ${speaker.organisation}`}
        </p>
      ))}
      {[shortAbstract, longAbstract, comments].filter(Boolean).map((text) => (
        <p key={text} className="p-text">
          {plain(text!)}
        </p>
      ))}
      <dl className="c-facts">
        {Object.entries(facts)
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{fieldName(name)}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

/** Texts may hold tags, which nothing here runs: they are shown as their text. */
function plain(html: string): string {
  const text = html.replace(/<(br|\/p|\/li)[^>]*>/gi, '\n')
  return new DOMParser().parseFromString(text, 'text/html').body.textContent ?? ''
}
