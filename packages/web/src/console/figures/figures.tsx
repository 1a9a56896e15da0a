/** The programme in pictures. Each has its numbers as text too. */
import { useQuery } from '@tanstack/react-query'
import { client } from '../../browser/service.ts'
import { Page, Panel, Waiting } from '../parts/page.tsx'
import { eventQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import type { PageParams } from '../routes.ts'
import { formatOf, toLocal } from '../times.ts'
import { t, textOf } from '../words.ts'
import { Bars, Columns, Heat } from './charts.tsx'

const PAGE = 1_000
const DAY = 24 * 60 * 60_000
const HOUR = 60 * 60_000
const MOST_DAYS = 60

async function readSessions(event: string) {
  const fields = {
    session: ['state', 'submittedAt', 'startsAt', 'endsAt', 'track', 'microlocation'],
    track: ['name', 'color'],
    microlocation: ['name'],
  } as const
  const query = { event, include: ['track', 'microlocation'], fields, page: { size: PAGE } } as const
  return Array.fromAsync(client.sessions.all(query))
}

type Session = Awaited<ReturnType<typeof readSessions>>[number]

export default function Figures({ params: { event } }: { params: PageParams }) {
  const { data: about } = useQuery(eventQuery(event))
  const { data, error } = useQuery({ queryKey: ['figures', event], queryFn: () => readSessions(event) })
  return (
    <Page
      title={t('figures.title')}
      above={<Link to={`events/${event}`}>{about?.name ?? t('parts.overview')}</Link>}
    >
      {data && about ? (
        <div className="c-columns">
          <Panel title={t('figures.byState')}>
            <Bars rows={countBy(data, ({ state }) => textOf(`state.${state}`, state))} />
          </Panel>
          <Panel title={t('figures.byTrack')}>
            <Bars
              rows={countBy(data, ({ track }) => track?.name ?? t('figures.noTrack'))}
              colors={new Map(data.map(({ track }) => [track?.name ?? '', track?.color ?? '']))}
            />
          </Panel>
          <Panel title={t('figures.submissions')}>
            <Columns rows={submissions(data, about.timezone)} />
          </Panel>
          <Panel title={t('figures.rooms')}>
            <Heat {...roomsByHour(data, about.timezone)} />
          </Panel>
        </div>
      ) : (
        <Waiting error={error} />
      )}
    </Page>
  )
}

function countBy(sessions: Session[], keyOf: (session: Session) => string): [string, number][] {
  const groups = Map.groupBy(sessions, keyOf)
  return [...groups].map(([name, list]): [string, number] => [name, list.length]).sort((a, b) => b[1] - a[1])
}

/** Proposals of each day, from the first to the last. */
function submissions(sessions: Session[], timeZone: string): [string, number][] {
  const times = sessions.flatMap(({ submittedAt }) => (submittedAt ? [Date.parse(submittedAt)] : []))
  if (times.length === 0) return []
  const counts = Map.groupBy(times, (time) => toLocal(time, timeZone).slice(0, 10))
  const last = Math.max(...times)
  const first = Math.max(Math.min(...times), last - MOST_DAYS * DAY)
  const rows: [string, number][] = []
  for (let time = first; time <= last + DAY; time += DAY) {
    const date = toLocal(time, timeZone).slice(0, 10)
    if (date > toLocal(last, timeZone).slice(0, 10)) break
    const text = formatOf(t.locale, { timeZone, day: 'numeric', month: 'short' }).format(time)
    rows.push([text, counts.get(date)?.length ?? 0])
  }
  return rows
}

/** How many minutes of each hour a room is used, over all days. */
function roomsByHour(sessions: Session[], timeZone: string) {
  const used = new Map<string, Map<number, number>>()
  for (const { startsAt, endsAt, microlocation } of sessions) {
    if (!startsAt || !endsAt || !microlocation) continue
    const end = Math.min(Date.parse(endsAt), Date.parse(startsAt) + DAY)
    for (let time = Date.parse(startsAt); time < end; ) {
      const next = Math.min(end, Math.floor(time / HOUR) * HOUR + HOUR)
      const hour = Number(toLocal(time, timeZone).slice(11, 13))
      const room = used.get(microlocation.name) ?? new Map<number, number>()
      room.set(hour, (room.get(hour) ?? 0) + (next - time) / 60_000)
      used.set(microlocation.name, room)
      time = next
    }
  }
  const hours = [...new Set([...used.values()].flatMap((room) => [...room.keys()]))].sort((a, b) => a - b)
  return { hours, rooms: [...used].sort(([one], [other]) => one.localeCompare(other)) }
}
